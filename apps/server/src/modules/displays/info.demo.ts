import type { DisplayInfo } from '@cloud-factory/contract/displays/display-info'
import { placesInRows } from '@cloud-factory/domain/displays/plan-layout.rules'
import type { DemoContext } from '../../platform/module.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, type Write } from '../../platform/db/handles.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { keepBytes } from '../../platform/files/keep-files.ts'
import { infoForUpdate, insertVersion, saveDraft } from './documents.store.ts'
import { firstInfo } from './info.queries.ts'
import { insertPicture } from './pictures.store.ts'
import { machineSizes } from '../machines/public.ts'
import { workshopsOf } from '../planning/public.ts'
import { processesOf } from '../production/public.ts'
import { demoBays, demoHonours, demoNotices, demoTonnes, demoWords } from './info.demo-data.ts'
import { paintedPng, type Patch } from '../../platform/files/painted-png.ts'

const blue: Patch['colour'] = [22, 93, 180]
const white: Patch['colour'] = [255, 255, 255]
const patch = (x: number, y: number, wide: number, high: number, colour: Patch['colour']): Patch => ({
  x,
  y,
  wide,
  high,
  colour,
})

/** Logo of the demo factory: an H section on blue. */
const demoLogo = (): Buffer =>
  paintedPng({ wide: 160, high: 160 }, blue, [
    patch(36, 32, 88, 20, white),
    patch(70, 52, 20, 56, white),
    patch(36, 108, 88, 20, white),
  ])

/** A plaque: gold, with a field in its own colour. */
const demoPlaque = (field: Patch['colour']): Buffer =>
  paintedPng(
    { wide: 480, high: 320 },
    [201, 162, 83],
    [
      patch(16, 16, 448, 288, [247, 241, 222]),
      patch(40, 44, 400, 64, field),
      ...[140, 170, 200].map((y) => patch(90, y, 300, 10, [176, 160, 122])),
      patch(216, 236, 48, 48, [190, 44, 38]),
    ],
  )

/** Ground plan under the machines: halls with columns every six metres, and the roads around them; ten pixels per metre. */
function seedBase({ plan, workshops }: Pick<DisplayInfo, 'plan' | 'workshops'>): Buffer {
  const px = (metres: number) => Math.round(metres * 10)
  const halls = workshops.flatMap(({ xM, yM, widthM, depthM }) => [
    patch(px(xM) - 4, px(yM) - 4, px(widthM) + 8, px(depthM) + 8, [150, 156, 164]),
    patch(px(xM), px(yM), px(widthM), px(depthM), [250, 250, 248]),
  ])
  const columns = workshops.flatMap(({ xM, yM, widthM, depthM }) =>
    Array.from({ length: Math.floor(widthM / 6) + 1 }, (_, at) => px(xM + at * 6)).flatMap((x) =>
      [px(yM), px(yM + depthM)].map((y) => patch(x - 4, y - 4, 8, 8, [92, 99, 108])),
    ),
  )
  return paintedPng({ wide: px(plan.widthM), high: px(plan.depthM) }, [226, 229, 232], [...halls, ...columns])
}

/** Display information of the demo factory, published. */
export async function infoDemo(write: Write, context: DemoContext, files: FileStore): Promise<void> {
  const { plantId, known, now } = context
  const reads = asReads(write)
  const actor: Actor = {
    userId: known.get('user:manager') ?? '',
    plantId,
    username: 'manager',
    cnName: '陈建国',
    tags: [],
    sessionId: '',
    address: '',
    requestId: 'demo',
  }
  const keep = (
    name: string,
    picture: { readonly bytes: Buffer; readonly wide: number; readonly high: number },
  ) => keptPicture(write, actor, { files, now }, { name, ...picture })
  const [processes, workshops, machines] = [
    await processesOf(reads, plantId),
    await workshopsOf(reads, plantId),
    await machineSizes(reads, plantId),
  ]
  const plan = { widthM: 140, depthM: 100 }
  const bays = demoBays.flatMap(({ code, ...box }) => {
    const found = workshops.find((workshop) => workshop.code === code)
    return found === undefined ? [] : [{ workshopId: String(found.id), ...box }]
  })
  const info: DisplayInfo = {
    ...firstInfo,
    ...demoWords,
    logo: await keep('logo.png', { bytes: demoLogo(), wide: 160, high: 160 }),
    safetySince: dayAfter(now, -412),
    targets: targetsOf(now, processes),
    notices: demoNotices.map(({ text, from, until, urgent }) => ({
      text,
      from: dayAfter(now, from),
      until: until === null ? null : dayAfter(now, until),
      urgent,
    })),
    honours: await honoursOf(now, keep),
    plan,
    underlay: await keep('plan.png', {
      bytes: seedBase({ plan, workshops: bays }),
      wide: plan.widthM * 10,
      high: plan.depthM * 10,
    }),
    workshops: bays,
    machines: placedMachines(machines, bays),
  }
  await saveDraft(write, actor, await infoForUpdate(write, plantId), info, false)
  await insertVersion(write, actor, await infoForUpdate(write, plantId), '首次发布')
}

const targetsOf = (now: Date, processes: Awaited<ReturnType<typeof processesOf>>): DisplayInfo['targets'] =>
  monthsAround(now).flatMap(({ month, share }) =>
    processes.flatMap(({ id, code }) => {
      const tonnes = demoTonnes[code]
      return tonnes === undefined
        ? []
        : [{ month, processId: String(id), tonnes: String(Math.round((tonnes * share) / 5) * 5) }]
    }),
  )

interface Drawn {
  readonly name: string
  readonly bytes: Buffer
  readonly wide: number
  readonly high: number
}

async function keptPicture(
  write: Write,
  actor: Actor,
  { files, now }: { readonly files: FileStore; readonly now: Date },
  { name, bytes, wide, high }: Drawn,
): Promise<string> {
  const kept = await keepBytes(files, bytes)
  const picture = { ...kept, name, type: 'image/png' as const, widthPx: wide, heightPx: high }
  return (await insertPicture(write, actor, picture, now)).id
}

async function honoursOf(
  now: Date,
  keep: (name: string, picture: Omit<Drawn, 'name'>) => Promise<string>,
): Promise<DisplayInfo['honours']> {
  const honours: DisplayInfo['honours'] = []
  for (const [place, { names, yearsAgo, field }] of demoHonours.entries())
    honours.push({
      names,
      year: now.getUTCFullYear() - yearsAgo,
      picture: await keep(`honour-${place + 1}.png`, { bytes: demoPlaque(field), wide: 480, high: 320 }),
    })
  return honours
}

/**
 * Machines of the demo factory in rows within their halls. Those of the simulated site have the same positions as their
 * counterparts.
 */
function placedMachines(
  machines: Awaited<ReturnType<typeof machineSizes>>,
  bays: DisplayInfo['workshops'],
): DisplayInfo['machines'] {
  const own = machines.filter(({ source }) => source !== 'sim')
  const twins = new Map(machines.map((machine) => [machine.code, machine]))
  return bays.flatMap((bay) => {
    const inside = own.filter(({ workshopId }) => String(workshopId) === bay.workshopId)
    const sizes = inside.map(({ widthM, depthM }) => ({ widthM: widthM ?? 6, depthM: depthM ?? 4 }))
    return placesInRows(bay, sizes, []).flatMap((box, at) => {
      const machine = inside[at]
      if (box === null || machine === undefined) return []
      return [machine, twins.get(`SIM-${machine.code}`)].flatMap((one) =>
        one === undefined ? [] : [{ machineId: String(one.id), ...box }],
      )
    })
  })
}

const dayAfter = (now: Date, days: number): string =>
  new Date(now.getTime() + days * 86_400_000).toISOString().slice(0, 10)

/** The previous month, this one and the next two, with the planned share of a usual month. */
const monthsAround = (now: Date): { month: string; share: number }[] =>
  [0.95, 1, 1.05, 0.9].map((share, at) => ({
    month: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + at - 1, 1)).toISOString().slice(0, 7),
    share,
  }))
