import type { DisplayInfo } from '@cloud-factory/contract/display-info'
import { placesInRows } from '@cloud-factory/contract/plan-layout.rules'
import type { DemoContext } from '../../platform/module.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, type Write } from '../../platform/db/handles.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { keepBytes } from '../../platform/files/keep-bytes.ts'
import { infoForUpdate, insertVersion, saveDraft } from './documents.store.ts'
import { firstInfo } from './first-info.ts'
import { insertPicture } from './pictures.store.ts'
import type { PlacedMachine, PlacesPort } from './places.port.ts'
import { seedBase, demoLogo, demoPlaque } from './demo-pictures.ts'
import { demoBays, demoHonours, demoNotices, demoTonnes, demoWords } from './info.demo-data.ts'

interface DemoDeps {
  readonly places: PlacesPort
  readonly files: FileStore
}

/** What the demo factory's walls say, published. */
export async function infoDemo(
  write: Write,
  context: DemoContext,
  { places, files }: DemoDeps,
): Promise<void> {
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
    await places.processes(reads, plantId),
    await places.workshops(reads, plantId),
    await places.machines(reads, plantId),
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

const targetsOf = (
  now: Date,
  processes: Awaited<ReturnType<PlacesPort['processes']>>,
): DisplayInfo['targets'] =>
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

/** Machines of the demo factory in rows of their halls; those of the simulated site stand where their twins do. */
function placedMachines(
  machines: readonly PlacedMachine[],
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

/** The month before, this one and the two to come, and what share of a usual month is planned for each. */
const monthsAround = (now: Date): { month: string; share: number }[] =>
  [0.95, 1, 1.05, 0.9].map((share, at) => ({
    month: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + at - 1, 1)).toISOString().slice(0, 7),
    share,
  }))
