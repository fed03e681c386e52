// What other modules may use of this one.
export { outputCourse, productionReport, spanFault } from './production-report.queries.ts'
