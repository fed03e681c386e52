import { accessApi } from './identity/access.ts'
import { adaptersApi } from './telemetry/adapters.ts'
import { alarmsApi } from './alarms/alarms.ts'
import { assigneesApi } from './inbox/assignees.ts'
import { auditApi } from './audit/audit.ts'
import { inspectionsApi } from './inspection/inspections.ts'
import { orderBulkApi } from './orders/order-bulk.ts'
import { orderExportsApi } from './orders/order-exports.ts'
import { orderDocumentsApi } from './order-documents/order-documents.ts'
import { conversationsApi } from './inbox/conversations.ts'
import { messagesApi } from './inbox/messages.ts'
import { customerApi, customerLinksApi } from './customer-links/customer-links.ts'
import { coatingsApi } from './coating/coatings.ts'
import { materialTraceApi } from './material/material-trace.ts'
import { millCertificatesApi } from './material/mill-certificates.ts'
import { ndtApi } from './welding/ndt.ts'
import { receiptsApi } from './material/receipts.ts'
import { stockBarsApi } from './material/stock-bars.ts'
import { modelsApi } from './model/models.ts'
import { nestsApi } from './nesting/nests.ts'
import { stockTakesApi } from './material/stock-takes.ts'
import { costsApi } from './labour/costs.ts'
import { labourApi } from './labour/labour.ts'
import { purchasesApi } from './purchasing/purchases.ts'
import { suppliersApi } from './purchasing/suppliers.ts'
import { subAssembliesApi } from './assemblies/sub-assemblies.ts'
import { trialAssembliesApi } from './trial-assembly/trial-assemblies.ts'
import { subcontractsApi } from './subcontracting/subcontracts.ts'
import { steelGradesApi } from './material/steel-grades.ts'
import { importReadingsApi } from './order-import/import-readings.ts'
import { importRevisionsApi, importPartsApi, partDrawingsApi } from './order-import/import-revisions.ts'
import { deliveriesApi, finishedPiecesApi } from './shipping/deliveries.ts'
import { instrumentsApi } from './inspection/instruments.ts'
import { limitsApi } from './standards/limits.ts'
import { shippedStandardsApi, standardFilesApi } from './standards/standard-files.ts'
import { repairsApi } from './maintenance/repairs.ts'
import { simulatorApi } from './simulator/simulator.ts'
import { sparePartsApi } from './maintenance/spare-parts.ts'
import { equipmentRoundsApi } from './maintenance/equipment-rounds.ts'
import { standardsApi } from './standards/standards.ts'
import { orderImportsApi } from './order-import/order-imports.ts'
import { orderMarksApi } from './orders/order-marks.ts'
import { orderPrintApi } from './printing/order-print.ts'
import { orderScheduleApi, productionReportsApi } from './production-reports/production-reports.ts'
import { machineFiguresApi } from './oee/machine-figures.ts'
import { machinesOutOfServiceApi } from './machine-states/machines-out-of-service.ts'
import { machineStatesApi } from './machine-states/machine-states.ts'
import { workCalendarApi } from './work-calendar/work-calendar.ts'
import { dashboardApi } from './dashboard/dashboard.ts'
import { defectsApi } from './ncr/defects.ts'
import { displayInfoApi } from './displays/display-info.ts'
import { displayPicturesApi, screenDevicesApi } from './displays/screen-devices.ts'
import { screenGroupsApi } from './displays/screen-groups.ts'
import { liveApi } from './live/live.ts'
import { machineDocumentsApi, machinesApi } from './machines/machines.ts'
import { machineProfilesApi } from './machines/machine-profiles.ts'
import { maintenancePlansApi } from './maintenance/maintenance-plans.ts'
import { ncrsApi } from './ncr/ncrs.ts'
import { drawingsApi } from './drawings/drawings.ts'
import { ordersApi } from './orders/orders.ts'
import { packagesApi } from './shipping/packages.ts'
import { fourEyesApi, peopleApi } from './identity/people.ts'
import { terminalsApi } from './identity/terminals.ts'
import { boltsApi } from './bolts/bolts.ts'
import { erectionApi } from './erection/erection.ts'
import { siteReportsApi } from './erection/site-reports.ts'
import { partsApi } from './parts/parts.ts'
import { plateNestsApi } from './plates/plate-nests.ts'
import { platesApi } from './plates/plates.ts'
import { processesApi, projectWeightsApi } from './planning/processes.ts'
import { productionApi } from './production/production.ts'
import { projectsApi } from './projects/projects.ts'
import { qualityDocumentsApi } from './quality-documents/quality-documents.ts'
import { qualityStatisticsApi } from './quality-statistics/quality-statistics.ts'
import { screensApi } from './displays/screens.ts'
import { systemApi } from './system/system.ts'
import { gatewaysApi } from './telemetry/gateways.ts'
import { telemetryApi } from './telemetry/telemetry.ts'
import { viewsApi } from './views/views.ts'
import { wallApi, wallModelApi } from './wall/wall.ts'
import { weldersApi } from './welding/welders.ts'
import { weldsApi } from './welding/welds.ts'
import { workApi } from './production/work.ts'

/** All endpoints, by `METHOD path`. The browser imports only the type, so no schema is in its bundle. */
export const api = {
  ...systemApi,
  ...accessApi,
  ...peopleApi,
  ...terminalsApi,
  ...fourEyesApi,
  ...auditApi,
  ...projectsApi,
  ...customerLinksApi,
  ...customerApi,
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
  ...screenGroupsApi,
  ...liveApi,
  ...wallApi,
  ...wallModelApi,
  ...viewsApi,
  ...conversationsApi,
  ...messagesApi,
  ...assigneesApi,
  ...processesApi,
  ...projectWeightsApi,
  ...orderPrintApi,
  ...orderDocumentsApi,
  ...drawingsApi,
  ...modelsApi,
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
  ...machinesOutOfServiceApi,
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
  ...stockBarsApi,
  ...stockTakesApi,
  ...nestsApi,
  ...suppliersApi,
  ...purchasesApi,
  ...subAssembliesApi,
  ...trialAssembliesApi,
  ...subcontractsApi,
  ...labourApi,
  ...costsApi,
  ...partsApi,
  ...plateNestsApi,
  ...platesApi,
  ...boltsApi,
  ...erectionApi,
  ...siteReportsApi,
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
  ...equipmentRoundsApi,
  ...maintenancePlansApi,
  ...sparePartsApi,
  ...simulatorApi,
}
export type Api = typeof api
