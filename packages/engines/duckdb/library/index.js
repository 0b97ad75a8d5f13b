export {
  DuckDBDecimalValue,
  DuckDBInstance,
  DuckDBTimestampMillisecondsValue,
  JSDuckDBValueConverter,
} from '@duckdb/node-api'
