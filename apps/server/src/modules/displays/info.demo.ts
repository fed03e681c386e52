import type { DisplayInfo } from '@cloud-factory/contract/displays/display-info'
import { placesInRows } from '@cloud-factory/domain/displays/plan-layout.rules'
import type { DemoContext } from '../../platform/module.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, type Write } from '../../platform/db/handles.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { keepBytes } from '../../platform/files/keep-files.ts'
import { infoForUpdate, insertVersion, saveDraft, insertPicture } from './displays.store.ts'
import { firstInfo } from './info.queries.ts'
import { machineSizes } from '../machines/public.ts'
import { workshopsOf } from '../planning/public.ts'
import { processesOf } from '../production/public.ts'
import { paintedPng, type Patch } from '../../platform/files/painted-png.ts'

/** Planned tonnes per month of the demo factory, by process: about what it makes. */
const demoTonnes: Readonly<Record<string, number>> = {
  CutComp: 600,
  MachinedBeforeWeld: 370,
  Drilled: 670,
  FitUpH: 410,
  WeldH: 410,
  Straightened: 400,
  FitUpComp: 650,
  WeldComp: 630,
  Ground: 490,
  DimInspected: 520,
  WeldNDTComp: 410,
  SandBlasted: 400,
  PaintComp: 345,
  SignedOff: 275,
}

/** Positions of the halls on the plan, metres. */
const demoBays = [
  { code: 'W1', xM: 6, yM: 4, widthM: 128, depthM: 38 },
  { code: 'W2', xM: 6, yM: 46, widthM: 128, depthM: 26 },
  { code: 'W3', xM: 6, yM: 76, widthM: 128, depthM: 20 },
] as const

const demoWords: Pick<DisplayInfo, 'names' | 'slogan' | 'duty'> = {
  names: {
    zh: '江海钢结构智能工厂',
    en: 'Jianghai Steel Structures',
    es: 'Estructuras Metálicas Jianghai',
  },
  slogan: {
    zh: '每一根构件，都有来处',
    en: 'Every member has a history',
    es: 'Cada pieza tiene su historia',
  },
  duty: { name: '王大勇', phone: '0512-5550 0117' },
}

/** Days from today; null: no end. */
const demoNotices = [
  {
    text: {
      zh: '周三 14:00–15:00 二车间行车年检，期间停用，请提前安排吊运',
      en: 'Wednesday 14:00–15:00: yearly test of the cranes in bay 2; plan lifts around it',
      es: 'Miércoles 14:00–15:00: revisión anual de los puentes grúa de la nave 2; planifiquen las maniobras',
    },
    from: -2,
    until: 5,
    urgent: true,
  },
  {
    text: {
      zh: '进入车间必须戴好安全帽、穿防砸鞋；动火作业先办动火证',
      en: 'Helmet and safety shoes in every bay; no hot work without a permit',
      es: 'Casco y calzado de seguridad en todas las naves; ningún trabajo en caliente sin permiso',
    },
    from: -200,
    until: null,
    urgent: false,
  },
  {
    text: {
      zh: '欢迎城东体育中心项目监理到厂验收首批构件',
      en: 'Welcome to the supervisors of the sports centre, here for the first members',
      es: 'Bienvenida a la supervisión del centro deportivo, que recibe los primeros elementos',
    },
    from: 0,
    until: 3,
    urgent: false,
  },
  {
    text: {
      zh: '下月起涂装线改为两班，交接班时间另行通知',
      en: 'From next month the coating line works two shifts; times to follow',
      es: 'Desde el mes próximo la línea de pintura trabaja a dos turnos; horarios por confirmar',
    },
    from: 8,
    until: 30,
    urgent: false,
  },
] as const

const demoHonours = [
  {
    names: {
      zh: '中国钢结构制造企业特级资质',
      en: 'Special grade, steel fabricator of China',
      es: 'Grado especial de fabricante de estructuras',
    },
    yearsAgo: 5,
    field: [22, 93, 180],
  },
  {
    names: {
      zh: '省级智能制造示范车间',
      en: 'Model smart workshop of the province',
      es: 'Taller inteligente ejemplar',
    },
    yearsAgo: 2,
    field: [190, 44, 38],
  },
  {
    names: { zh: 'EN 1090 EXC3 认证', en: 'EN 1090 EXC3 certificate', es: 'Certificado EN 1090 EXC3' },
    yearsAgo: 1,
    field: [38, 120, 84],
  },
] as const

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
  ) => savePicture(write, actor, { files, now }, { name, ...picture })
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
    machines: positionMachines(machines, bays),
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

async function savePicture(
  write: Write,
  actor: Actor,
  { files, now }: { readonly files: FileStore; readonly now: Date },
  { name, bytes, wide, high }: Drawn,
): Promise<string> {
  const saved = await keepBytes(files, bytes)
  const picture = { ...saved, name, type: 'image/png' as const, widthPx: wide, heightPx: high }
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
function positionMachines(
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
