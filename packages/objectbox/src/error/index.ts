export * from './objectbox-error.ts'
