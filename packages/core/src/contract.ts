export { testEngine } from './contract/index.ts'
