import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/handles.ts'
import { proposedNumber } from '../../platform/db/next-number.ts'
import type { Module } from '../../platform/module.ts'
import { projectsApi } from '@cloud-factory/contract/projects/projects'
import { type Routes, routes } from '../../platform/http/routes.ts'
import { listProjects, oneProject } from './projects.queries.ts'
import { createProject, deleteProject, updateProject } from './save-project.ts'

interface ProjectDeps {
  readonly db: Database
  readonly clock: Pick<Clock, 'now'>
}

const projectRoutes = ({ db, clock }: ProjectDeps): Routes =>
  routes(projectsApi, {
    'GET /api/projects': ({ actor, query }) => listProjects(db.reads, actor, query),
    'GET /api/projects/:id': ({ actor, params }) => oneProject(db.reads, actor, params.id),
    'GET /api/next-project-code': async ({ actor }) => ({
      code: await proposedNumber(db.reads, actor.plantId, clock.now(), { table: 'projects', column: 'code' }),
    }),
    'POST /api/projects': async ({ actor, body }) => {
      const id = await db.tx((write) => createProject(write, actor, body))
      return oneProject(db.reads, actor, id)
    },
    'PATCH /api/projects/:id': async ({ actor, params, body }) => {
      await db.tx((write) => updateProject(write, actor, params.id, body))
      return oneProject(db.reads, actor, params.id)
    },
    'DELETE /api/projects/:id': async ({ actor, params, query }) => {
      await db.tx((write) => deleteProject(write, actor, params.id, query.version))
    },
  })

/** Projects: what orders belong to. */
export const projectsModule = (deps: ProjectDeps): Module => ({
  name: 'projects',
  routes: [projectRoutes(deps)],
})
