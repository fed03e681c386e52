import { processesApi } from '@cloud-factory/contract/planning/processes'
import { type CrudDeps, crudRoutes } from '../../platform/crud/crud-routes.ts'
import { type Routes, routes } from '../../platform/http/routes.ts'
import { crewCrud, workshopCrud } from './places.ts'
import { processCrud } from './processes.ts'
import { processRouteCrud } from './process-routes.ts'
import { shiftCrud } from './shifts.ts'

export const planRoutes = (deps: CrudDeps): Routes =>
  routes(processesApi, {
    ...crudRoutes(deps, processCrud),
    ...crudRoutes(deps, processRouteCrud),
    ...crudRoutes(deps, workshopCrud),
    ...crudRoutes(deps, crewCrud),
    ...crudRoutes(deps, shiftCrud),
  })
