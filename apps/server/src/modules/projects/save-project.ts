import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { projectsApi } from '@cloud-factory/contract/projects/projects'
import { recordAudit } from '../../platform/audit/record.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, type Write } from '../../platform/db/handles.ts'
import { violationOf } from '../../platform/db/violation.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { recordEvent } from '../../platform/outbox/record.ts'
import { searchText } from '../../platform/search/search-text.ts'
import { changesOf } from '../../platform/audit/differences.ts'
import { oneProject } from './projects.queries.ts'
import { canDeleteProject, type ProjectStatus } from './projects.policy.ts'
import {
  deleteProjectRow,
  insertProject,
  type ProjectFields,
  projectForUpdate,
  saveProject,
} from './projects.store.ts'

type CreateInput = BodyOf<(typeof projectsApi)['POST /api/projects']>
type UpdateInput = BodyOf<(typeof projectsApi)['PATCH /api/projects/:id']>

/** Returns the new project's id. */
export async function createProject(write: Write, actor: Actor, input: CreateInput): Promise<string> {
  const id = await rejectingBadFields(input.code, () =>
    insertProject(write, actor, fieldsOf(input, 'active')),
  )
  const subject = { subjectKind: 'project', subjectId: String(id), subjectName: input.code }
  await recordAudit(write, actor, { action: 'projects.create', ...subject, after: input })
  await recordEvent(write, actor, { name: 'projects.created', subjectId: String(id) })
  return String(id)
}

/** Changes a project; nothing is written when nothing differs. */
export async function updateProject(
  write: Write,
  actor: Actor,
  id: string,
  input: UpdateInput,
): Promise<void> {
  const project = await projectForUpdate(write, actor.plantId, id)
  await requireVersion(write, actor, project, input.version)
  const fields = fieldsOf(input, input.status ?? project.status)
  const changes = changesOf<ProjectFields>(project, fields)
  if (changes === null) return
  await rejectingBadFields(input.code, () => saveProject(write, actor, project.id, fields))
  const { search: _before, ...before } = changes.before
  const { search: _after, ...after } = changes.after
  const subject = { subjectKind: 'project', subjectId: id, subjectName: input.code }
  await recordAudit(write, actor, { action: 'projects.update', ...subject, before, after })
  await recordEvent(write, actor, { name: 'projects.changed', subjectId: id })
}

/** Deletes a project that has no order. */
export async function deleteProject(write: Write, actor: Actor, id: string, version: number): Promise<void> {
  const project = await projectForUpdate(write, actor.plantId, id)
  await requireVersion(write, actor, project, version)
  const facts = { status: project.status, orders: project.orders }
  if (canDeleteProject(actor.tags, facts) !== true) fail('in_use', { params: { orders: project.orders } })
  await deleteProjectRow(write, actor.plantId, project.id)
  const subject = { subjectKind: 'project', subjectId: id, subjectName: project.code }
  const before = { code: project.code, name: project.name, customer: project.customer }
  await recordAudit(write, actor, { action: 'projects.delete', ...subject, before })
  await recordEvent(write, actor, { name: 'projects.deleted', subjectId: id })
}

async function requireVersion(
  write: Write,
  actor: Actor,
  project: { readonly id: number; readonly version: number },
  version: number,
): Promise<void> {
  if (project.version === version) return
  fail('version.conflict', { current: await oneProject(asReads(write), actor, String(project.id)) })
}

function fieldsOf(input: CreateInput, status: ProjectStatus): ProjectFields {
  return {
    code: input.code,
    name: input.name,
    customer: input.customer,
    contract_no: input.contractNo,
    acceptance_standard: input.acceptanceStandard,
    starts_on: input.startsOn,
    ends_on: input.endsOn,
    ...(input.maxWeldRepairs === undefined ? {} : { max_weld_repairs: input.maxWeldRepairs }),
    ...(input.drawingsRequired === undefined ? {} : { drawings_required: input.drawingsRequired }),
    ...(input.kitsRequired === undefined ? {} : { kits_required: input.kitsRequired }),
    ...(input.boltTestsRequired === undefined ? {} : { bolt_tests_required: input.boltTestsRequired }),
    ...(input.transportDays === undefined ? {} : { transport_days: input.transportDays }),
    status,
    search: searchText(input.code, input.name, input.customer, input.contractNo),
  }
}

async function rejectingBadFields<T>(code: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const constraint = violationOf(error)?.constraint
    if (constraint === 'projects_code_key') fail('duplicate', { params: { field: 'code', value: code } })
    if (constraint === 'projects_dates_check') {
      fail('request.invalid', { errors: [{ path: 'body.endsOn', reason: 'before_start' }] })
    }
    throw error
  }
}
