// What other modules may use of this one.
export { outputCourse, productionReport } from './production-report.queries.ts'
