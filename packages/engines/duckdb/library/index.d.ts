export {
  type DuckDBConnection,
  DuckDBDecimalValue,
  DuckDBInstance,
  type DuckDBPreparedStatement,
  type DuckDBResultReader,
  DuckDBTimestampMillisecondsValue,
  type DuckDBValue,
  JSDuckDBValueConverter,
} from '@duckdb/node-api'
