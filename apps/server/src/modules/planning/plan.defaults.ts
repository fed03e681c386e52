import type { Names, processesApi } from '@cloud-factory/contract/planning/processes'
import type { BodyOf } from '@cloud-factory/contract/endpoint'

type ProcessInput = BodyOf<(typeof processesApi)['POST /api/processes']>
type RouteInput = BodyOf<(typeof processesApi)['POST /api/routes']>

const named = (zh: string, en: string, es: string): Names => ({ zh, en, es })

type Seed = Pick<ProcessInput, 'code' | 'names' | 'unit' | 'weight'> &
  Partial<Pick<ProcessInput, 'kind' | 'gate' | 'gives'>>

/** The processes that a factory starts with, in the order of work; their shares of progress sum to 100. */
export const defaultProcesses: readonly Seed[] = [
  { code: 'CutComp', names: named('下料', 'Cutting', 'Corte'), unit: 'kg', weight: 8, gate: 'self' },
  {
    code: 'MachinedBeforeWeld',
    names: named('坡口加工', 'Bevelling and machining', 'Biselado y mecanizado'),
    unit: 'm',
    weight: 4,
    gate: 'self',
  },
  { code: 'Drilled', names: named('钻孔', 'Drilling', 'Taladrado'), unit: 'piece', weight: 8, gate: 'self' },
  {
    code: 'FitUpH',
    names: named('H组立', 'H assembly', 'Armado de vigas'),
    unit: 'm',
    weight: 6,
    gate: 'self',
  },
  {
    code: 'WeldH',
    names: named('埋弧焊', 'Submerged arc welding', 'Arco sumergido'),
    unit: 'm',
    weight: 10,
    gate: 'self',
  },
  { code: 'Straightened', names: named('矫正', 'Straightening', 'Enderezado'), unit: 'm', weight: 4 },
  {
    code: 'FitUpComp',
    names: named('装配', 'Fit-up', 'Ensamblado'),
    unit: 'piece',
    weight: 12,
    gate: 'hold',
  },
  { code: 'WeldComp', names: named('焊接', 'Welding', 'Soldadura'), unit: 'm', weight: 16, gate: 'self' },
  { code: 'Ground', names: named('打磨', 'Grinding', 'Amolado'), unit: 'piece', weight: 4, gate: 'self' },
  {
    code: 'DimInspected',
    names: named('焊后检验', 'Inspection after welding', 'Inspección tras soldadura'),
    unit: 'piece',
    weight: 4,
    gate: 'hold',
    gives: 'accepted',
  },
  {
    code: 'WeldNDTComp',
    names: named('探伤', 'Non-destructive testing', 'Ensayos no destructivos'),
    unit: 'm',
    weight: 4,
    gate: 'hold',
  },
  {
    code: 'SandBlasted',
    names: named('抛丸', 'Shot blasting', 'Granallado'),
    unit: 'm2',
    weight: 6,
    gate: 'self',
  },
  {
    code: 'PaintComp',
    names: named('涂装', 'Painting', 'Pintura'),
    unit: 'm2',
    weight: 8,
    gate: 'inspect',
    gives: 'coated',
  },
  {
    code: 'SignedOff',
    names: named('终检放行', 'Sign-off', 'Conformidad final'),
    unit: 'piece',
    weight: 0,
    gate: 'hold',
  },
  { code: 'Packed', names: named('打包', 'Packing', 'Embalaje'), unit: 'piece', weight: 2, kind: 'pack' },
  { code: 'SentSite', names: named('发运', 'Dispatch', 'Envío'), unit: 'kg', weight: 3, kind: 'ship' },
  {
    code: 'ReceivedOnSite',
    names: named('现场收货', 'Site receipt', 'Recepción en obra'),
    unit: 'kg',
    weight: 1,
    kind: 'receive',
  },
]

const welding = ['FitUpComp', 'WeldComp']
const hBeam = ['CutComp', 'MachinedBeforeWeld', 'Drilled', 'FitUpH', 'WeldH', 'Straightened']
const inspection = ['Ground', 'DimInspected', 'WeldNDTComp']
const coating = ['SandBlasted', 'PaintComp']
const delivery = ['SignedOff', 'Packed', 'SentSite', 'ReceivedOnSite']

/** The routes that a factory starts with; each kind of marks takes exactly one of them. */
export const defaultRoutes: readonly (Pick<RouteInput, 'code' | 'names' | 'kinds'> & {
  readonly steps: readonly string[]
})[] = [
  {
    code: 'WELDED-H',
    names: named('焊接H型构件', 'Welded H member', 'Pieza de perfil H armado'),
    kinds: ['column', 'plate_girder'],
    steps: [...hBeam, ...welding, ...inspection, ...coating, ...delivery],
  },
  {
    code: 'ROLLED',
    names: named('型钢构件', 'Rolled-section member', 'Pieza de perfil laminado'),
    kinds: ['beam', 'stair', 'handrail', 'other'],
    steps: ['CutComp', 'Drilled', ...welding, ...inspection, ...coating, ...delivery],
  },
  {
    code: 'LIGHT',
    names: named('支撑、檩条', 'Brace, purlin', 'Arriostramiento, correa'),
    kinds: ['brace', 'purlin'],
    steps: ['CutComp', 'Drilled', ...welding, 'DimInspected', ...coating, ...delivery],
  },
  {
    code: 'BOX-TRUSS',
    names: named('箱型柱、桁架', 'Box column, truss', 'Columna cajón, celosía'),
    kinds: ['truss'],
    steps: [
      'CutComp',
      'MachinedBeforeWeld',
      ...welding,
      'Straightened',
      'Drilled',
      ...inspection,
      ...coating,
      ...delivery,
    ],
  },
  {
    code: 'EMBED',
    names: named('预埋件', 'Embedded part', 'Placa embebida'),
    kinds: ['embed'],
    steps: ['CutComp', 'Drilled', ...welding, 'DimInspected', ...delivery],
  },
  {
    code: 'UNCOATED',
    names: named('不涂装构件', 'Uncoated member', 'Pieza sin pintar'),
    kinds: [],
    steps: ['CutComp', 'MachinedBeforeWeld', 'Drilled', ...welding, ...inspection, ...delivery],
  },
]

export const defaultShifts = [
  { code: 'DAY', names: named('白班', 'Day shift', 'Turno de día'), startsAt: '08:00', endsAt: '20:00' },
  {
    code: 'NIGHT',
    names: named('夜班', 'Night shift', 'Turno de noche'),
    startsAt: '20:00',
    endsAt: '08:00',
  },
] as const
