export { missingMethods } from './contract/declarations.ts'
export { testEngine } from './contract/index.ts'
