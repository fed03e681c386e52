import { sql } from 'kysely'
import type { Write } from '../../platform/db/handles.ts'
import type { MachineClass } from '@cloud-factory/domain/machines/equipment-enums'
import type { equipmentRoundsApi } from '@cloud-factory/contract/maintenance/equipment-rounds'
import { checkItems } from '@cloud-factory/domain/maintenance/maintenance-resources'
import type { Crud } from '../../platform/crud/crud.ts'
import { canKeep } from './repairs.rules.ts'

/** Creates the initial check items; a factory that has any item keeps its own. */
export async function seedChecks(write: Write, plantId: number): Promise<void> {
  const { rows } = await sql`select from check_items where plant_id = ${plantId} limit 1`.execute(write)
  if (rows.length > 0) return
  const items = [...shippedChecks].flatMap(([kind, words]) =>
    words.map(([zh, en, es], position) => ({ kind, position, names: { zh, en, es } })),
  )
  await sql`
    insert into check_items (plant_id, class, position, names, updated_by_name)
    select ${plantId}, kind, position, names, '系统'
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as x (kind text, position int, names jsonb)`.execute(
    write,
  )
}

type Words = readonly [zh: string, en: string, es: string]

const always: readonly Words[] = [
  [
    '急停按钮有效，防护装置完好',
    'Emergency stop works, guards are in place',
    'Parada de emergencia y protecciones correctas',
  ],
  ['无漏油、漏气、漏水', 'No leak of oil, gas or water', 'Sin fugas de aceite, gas o agua'],
  [
    '无异响、异味和异常振动',
    'No unusual noise, smell or vibration',
    'Sin ruidos, olores ni vibraciones anormales',
  ],
  [
    '设备和周围清洁，通道畅通',
    'Machine and surroundings clean, ways clear',
    'Equipo y entorno limpios, pasos libres',
  ],
]

const gasAndTorch: readonly Words[] = [
  [
    '气体压力正常，软管无破损',
    'Gas pressure right, hoses sound',
    'Presión de gas correcta, mangueras en buen estado',
  ],
  ['割嘴、电极无烧损', 'Nozzle and electrode not burnt', 'Boquilla y electrodo sin quemar'],
]
const clientAndSchema: readonly Words[] = [
  [
    '送丝顺畅，导电嘴完好',
    'Wire feeds freely, contact tip sound',
    'El hilo avanza bien, boquilla de contacto correcta',
  ],
  ['地线接触良好', 'Earth cable makes good contact', 'El cable de masa hace buen contacto'],
]

const own: Readonly<Record<MachineClass, readonly Words[]>> = {
  cutter: gasAndTorch,
  laser: [
    [
      '冷水机水位、温度正常',
      'Chiller level and temperature right',
      'Nivel y temperatura de la enfriadora correctos',
    ],
    ['保护镜片清洁', 'Protective lens clean', 'Lente protectora limpia'],
  ],
  assembly: [['夹紧油缸压力正常', 'Clamp pressure right', 'Presión de sujeción correcta']],
  gantry_saw: [
    ...clientAndSchema,
    ['焊剂充足、干燥', 'Flux is enough and dry', 'Fundente suficiente y seco'],
  ],
  straightener: [
    ['液压油位、油温正常', 'Oil level and temperature right', 'Nivel y temperatura del aceite correctos'],
  ],
  drill: [
    ['冷却液充足', 'Enough coolant', 'Refrigerante suficiente'],
    ['刀具无崩刃', 'Tools not chipped', 'Herramientas sin astillar'],
  ],
  saw: [['锯带张紧、无裂纹', 'Blade tight and without cracks', 'Cinta tensa y sin grietas']],
  robot: [...clientAndSchema, ['清枪站清洁', 'Torch cleaner clean', 'Limpiador de antorcha limpio']],
  blaster: [
    ['弹丸充足', 'Enough shot', 'Granalla suficiente'],
    ['除尘压差正常', 'Dust filter pressure right', 'Presión del filtro correcta'],
  ],
  coating_line: [
    ['排风机运转正常', 'Exhaust fan runs', 'El extractor funciona'],
    ['喷枪、滤网清洁', 'Guns and screens clean', 'Pistolas y filtros limpios'],
  ],
  crane: [
    [
      '钢丝绳无断丝，吊钩防脱装置完好',
      'Rope without broken wires, hook latch sound',
      'Cable sin hilos rotos, seguro del gancho correcto',
    ],
    ['制动和限位有效', 'Brake and limits work', 'Freno y finales de carrera correctos'],
  ],
  compressor: [
    ['油位正常，已排水', 'Oil level right, water drained', 'Nivel de aceite correcto, agua purgada'],
  ],
  meter: [],
  weather_station: [],
  other: [],
}

/** Initial daily check items by class; the factory can change them. A meter item only takes a reading. */
const shippedChecks: ReadonlyMap<MachineClass, readonly Words[]> = new Map(
  (Object.entries(own) as [MachineClass, readonly Words[]][])
    .filter(([kind]) => kind !== 'meter')
    .map(([kind, words]) => [kind, [...words, ...always]]),
)

/** What is checked in an inspection round, by class of machine. */
export const checkItemCrud: Crud<
  typeof checkItems,
  typeof equipmentRoundsApi,
  { readonly answered: boolean }
> = {
  resource: checkItems,
  columns: () => sql`exists (select from spot_check_answers a where a.item_id = r.id) as answered`,
  sorts: { position: ['r.class', 'r.position', 'r.id'] },
  words: sql`r.names::text`,
  view: ({ answered, updated_at: at }, { actor: { tags } }) => {
    const edit = canKeep(tags)
    return {
      updatedAt: at.toISOString(),
      can: { edit, delete: edit === true && answered ? 'in_use' : edit },
    }
  },
}
