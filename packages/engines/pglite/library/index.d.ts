export { PGlite, type Transaction } from '@electric-sql/pglite'
