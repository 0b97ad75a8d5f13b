export { connect } from '@tursodatabase/database'
export { Database } from '@tursodatabase/database/compat'
