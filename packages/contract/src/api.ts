import { accessApi } from './access.ts'
import { adaptersApi } from './adapters.ts'
import { alarmsApi } from './alarms.ts'
import { auditApi } from './audit.ts'
import { inspectionsApi } from './inspections.ts'
import { orderBulkApi } from './order-bulk.ts'
import { orderExportsApi } from './order-exports.ts'
import { orderDocumentsApi } from './order-documents.ts'
import { coatingsApi } from './coatings.ts'
import { materialTraceApi } from './material-trace.ts'
import { millCertificatesApi } from './mill-certificates.ts'
import { ndtApi } from './ndt.ts'
import { receiptsApi } from './receipts.ts'
import { steelGradesApi } from './steel-grades.ts'
import { importReadingsApi } from './import-readings.ts'
import { importRevisionsApi } from './import-revisions.ts'
import { deliveriesApi } from './deliveries.ts'
import { instrumentsApi } from './instruments.ts'
import { limitsApi } from './limits.ts'
import { shippedStandardsApi } from './shipped-standards.ts'
import { standardFilesApi } from './standard-files.ts'
import { repairsApi } from './repairs.ts'
import { simulatorApi } from './simulator.ts'
import { sparePartsApi } from './spare-parts.ts'
import { spotChecksApi } from './spot-checks.ts'
import { standardsApi } from './standards.ts'
import { importPartsApi } from './import-parts.ts'
import { orderImportsApi } from './order-imports.ts'
import { orderMarksApi } from './order-marks.ts'
import { orderPrintApi } from './order-print.ts'
import { orderScheduleApi } from './order-schedule.ts'
import { machineFiguresApi } from './machine-figures.ts'
import { machineOutagesApi } from './machine-outages.ts'
import { machineStatesApi } from './machine-states.ts'
import { workCalendarApi } from './work-calendar.ts'
import { dashboardApi } from './dashboard.ts'
import { defectsApi } from './defects.ts'
import { displayInfoApi } from './display-info.ts'
import { displayPicturesApi } from './display-pictures.ts'
import { liveApi } from './live.ts'
import { machineDocumentsApi } from './machine-documents.ts'
import { machineProfilesApi } from './machine-profiles.ts'
import { machinesApi } from './machines.ts'
import { maintenancePlansApi } from './maintenance-plans.ts'
import { ncrsApi } from './ncrs.ts'
import { ordersApi } from './orders.ts'
import { packagesApi } from './packages.ts'
import { partDrawingsApi } from './part-drawings.ts'
import { finishedPiecesApi } from './finished-pieces.ts'
import { fourEyesApi } from './four-eyes.ts'
import { peopleApi } from './people.ts'
import { processesApi, projectWeightsApi } from './processes.ts'
import { productionApi } from './production.ts'
import { productionReportsApi } from './production-reports.ts'
import { projectsApi } from './projects.ts'
import { qualityDocumentsApi } from './quality-documents.ts'
import { qualityStatisticsApi } from './quality-statistics.ts'
import { screenDevicesApi } from './screen-devices.ts'
import { screensApi } from './screens.ts'
import { systemApi } from './system.ts'
import { gatewaysApi } from './gateways.ts'
import { telemetryApi } from './telemetry.ts'
import { viewsApi } from './views.ts'
import { wallApi } from './wall.ts'
import { weldersApi } from './welders.ts'
import { weldsApi } from './welds.ts'
import { workApi } from './work.ts'

/** All endpoints, by `METHOD path`. The browser imports only the type, so no schema is in its bundle. */
export const api = {
  ...systemApi,
  ...accessApi,
  ...peopleApi,
  ...fourEyesApi,
  ...auditApi,
  ...projectsApi,
  ...ordersApi,
  ...orderMarksApi,
  ...finishedPiecesApi,
  ...partDrawingsApi,
  ...orderImportsApi,
  ...importPartsApi,
  ...orderExportsApi,
  ...importReadingsApi,
  ...importRevisionsApi,
  ...orderBulkApi,
  ...dashboardApi,
  ...displayInfoApi,
  ...displayPicturesApi,
  ...screensApi,
  ...screenDevicesApi,
  ...liveApi,
  ...wallApi,
  ...viewsApi,
  ...processesApi,
  ...projectWeightsApi,
  ...orderPrintApi,
  ...orderDocumentsApi,
  ...productionApi,
  ...workApi,
  ...productionReportsApi,
  ...packagesApi,
  ...deliveriesApi,
  ...orderScheduleApi,
  ...qualityStatisticsApi,
  ...qualityDocumentsApi,
  ...alarmsApi,
  ...machineStatesApi,
  ...machineOutagesApi,
  ...machineFiguresApi,
  ...workCalendarApi,
  ...inspectionsApi,
  ...ncrsApi,
  ...defectsApi,
  ...standardsApi,
  ...shippedStandardsApi,
  ...standardFilesApi,
  ...limitsApi,
  ...instrumentsApi,
  ...steelGradesApi,
  ...receiptsApi,
  ...millCertificatesApi,
  ...materialTraceApi,
  ...weldersApi,
  ...weldsApi,
  ...ndtApi,
  ...coatingsApi,
  ...machineProfilesApi,
  ...machinesApi,
  ...telemetryApi,
  ...gatewaysApi,
  ...adaptersApi,
  ...machineDocumentsApi,
  ...repairsApi,
  ...spotChecksApi,
  ...maintenancePlansApi,
  ...sparePartsApi,
  ...simulatorApi,
}
export type Api = typeof api
