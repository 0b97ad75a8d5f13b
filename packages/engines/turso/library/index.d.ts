export { connect, type Transaction } from '@tursodatabase/database'
export { Database } from '@tursodatabase/database/compat'
