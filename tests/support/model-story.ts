import type { ModelStates, StateSum } from '@cloud-factory/contract/model/models'
import type { OrderRow } from '@cloud-factory/contract/orders/orders'
import type { ProjectRow } from '@cloud-factory/contract/projects/projects'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { ScreenDetail } from '@cloud-factory/contract/displays/screens'
import { tonnes } from '../../apps/web/src/shared/format/numbers.ts'
import type { App } from './journey.ts'
import { applyImport, uploadList } from './order-import.ts'
import { addShortRoute, piecesOf, processesOf } from './order-story.ts'
import { change, newScreen, publishScreen } from './screens.ts'
import { shownLayout } from './wall-page.ts'
import { got, sent } from './work.ts'

/** An order of its own project, released: two columns, four beams and a plate on the short route. */
export async function releasedFrame(app: App): Promise<{ order: OrderRow; project: ProjectRow }> {
  const project = await sent<ProjectRow>(app, 'planner', 'POST', '/api/projects', {
    code: 'MODEL',
    name: '三维全程',
    customer: '端到端客户',
    contractNo: null,
    acceptanceStandard: 'GB50205-2020',
    startsOn: null,
    endsOn: null,
    drawingsRequired: false,
    kitsRequired: false,
  })
  const empty = { name: '', customerPo: null, priority: 'B', dueOn: null, contractTonnes: null, note: null }
  const draft = { projectId: project.id, no: 'MODEL-1', ...empty }
  const { id } = await sent<OrderRow>(app, 'planner', 'POST', '/api/orders', draft)
  await applyImport(app, await uploadList(app, id, 'frame.xls'))
  const route = await addShortRoute(app)
  await sent(app, 'planner', 'PUT', `/api/orders/${id}/routes`, { routeId: route.id, markIds: [] })
  const version = async () => (await got<OrderRow>(app, `/api/orders/${id}`)).version
  const confirmed = { version: await version(), to: 'confirmed' }
  await sent(app, 'planner', 'POST', `/api/orders/${id}/status`, confirmed)
  const released = { version: await version() }
  const order = await sent<OrderRow>(app, 'planner', 'POST', `/api/orders/${id}/release`, released)
  return { order, project }
}

/** The foreman reports a process of these pieces of an order. */
export async function works(app: App, orderId: string, code: string, serials: readonly string[]) {
  const [processes, pieces] = await Promise.all([processesOf(app), piecesOf(app, orderId)])
  const { items } = await sent<{ items: { outcome: string }[] }>(
    app,
    'foreman',
    'POST',
    '/api/work-reports',
    {
      clientKey: crypto.randomUUID(),
      processId: processes.get(code)?.id,
      pieces: serials.map((serial) => pieces.get(serial)?.id),
      withEarlier: false,
      crewId: null,
      worker: null,
      hours: null,
      source: 'list',
    },
  )
  expect(items.map(({ outcome }) => outcome)).toEqual(serials.map(() => 'reported'))
}

/** Colours of the model's legend on a page, with pieces, tonnes and members in the model. */
export const legendOf = (page: Page): Promise<string[]> =>
  page
    .locator('.model-legend tr[data-state]')
    .evaluateAll((rows) =>
      rows.map((row) =>
        [
          (row as HTMLElement).dataset['state'],
          ...[...row.children].slice(1).map((cell) => cell.textContent),
        ].join(' '),
      ),
    )

/** The same of sums of states. */
export const inLegend = (sums: readonly StateSum[]): string[] =>
  sums.map(({ state, pieces, kg, inModel }) => `${state} ${pieces} ${tonnes(kg)} ${inModel}`)

export const statesOf = (app: App, orderId: string) =>
  got<ModelStates>(app, `/api/orders/${orderId}/model-states`)

/** A screen that shows the model of one order; returns its id. */
export async function wallOf(app: App, orderId: string): Promise<string> {
  const layout = shownLayout('project')
  const pages = layout.pages.slice(0, 1).map((page) => ({
    ...page,
    panels: page.panels.map((panel) =>
      panel.kind === 'model' ? { ...panel, options: { ...panel.options, order: orderId } } : panel,
    ),
  }))
  const screen = await newScreen(app, '三维全程')
  const path = `/api/screens/${screen.id}/draft`
  const draft = await change<ScreenDetail>(app, 'PUT', path, {
    version: screen.version,
    draft: { ...layout, pages },
  })
  return (await publishScreen(app, draft)).id
}
