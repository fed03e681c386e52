// What other modules may use of this one.
export { outputCourse } from './output-course.reads.ts'
export { productionReport } from './production-report.reads.ts'
