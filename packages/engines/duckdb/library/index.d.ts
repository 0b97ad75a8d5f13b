export {
  type DuckDBConnection,
  DuckDBDecimalValue,
  DuckDBInstance,
  type DuckDBPreparedStatement,
  type DuckDBResultReader,
  DuckDBTimestampMillisecondsValue,
  type DuckDBType,
  type DuckDBValue,
  type DuckDBValueConverter,
  JSDuckDBValueConverter,
} from '@duckdb/node-api'
