import type { ReplyOf } from '@cloud-factory/contract/endpoint'
import type { defectsApi } from '@cloud-factory/contract/ncr/defects'
import { defects } from '@cloud-factory/domain/ncr/defect-resource'
import { sql } from 'kysely'
import { canChange, type Crud, listRows, type ReadContext } from '../../platform/crud/crud.ts'
import type { Reads, Write } from '../../platform/db/handles.ts'
import { fail, reject } from '../../platform/http/domain-error.ts'

type Word = readonly [code: string, zh: string, en: string, es: string]

/** Initial list of defects: groups with their defects. */
const shippedDefects: readonly { readonly group: Word; readonly defects: readonly Word[] }[] = [
  {
    group: ['DIM', '尺寸偏差', 'Dimension', 'Dimensión'],
    defects: [
      ['DIM-01', '长度超差', 'Length out of tolerance', 'Longitud fuera de tolerancia'],
      ['DIM-02', '截面尺寸超差', 'Section out of tolerance', 'Sección fuera de tolerancia'],
      ['DIM-03', '腹板中心偏移', 'Web eccentricity', 'Excentricidad del alma'],
      ['DIM-04', '翼缘垂直度超差', 'Flange squareness', 'Perpendicularidad del ala'],
      ['DIM-05', '弯曲矢高超差', 'Bow, sweep', 'Flecha'],
      ['DIM-06', '扭曲超差', 'Twist', 'Torsión'],
      ['DIM-07', '起拱超差', 'Camber', 'Contraflecha'],
      ['DIM-08', '平面度超差', 'Flatness', 'Planitud'],
      ['DIM-09', '对角线差', 'Diagonal difference', 'Diferencia de diagonales'],
      ['DIM-10', '牛腿、连接板位置错误', 'Bracket or plate misplaced', 'Placa o ménsula mal situada'],
    ],
  },
  {
    group: ['CUT', '切割与孔', 'Cutting and holes', 'Corte y agujeros'],
    defects: [
      ['CUT-01', '切割面缺棱、割纹', 'Notch, gouge of cut', 'Muesca en el corte'],
      ['CUT-02', '坡口角度错误', 'Wrong bevel', 'Bisel incorrecto'],
      ['CUT-03', '孔距超差', 'Hole pitch', 'Distancia entre agujeros'],
      ['CUT-04', '孔径、孔形超差', 'Hole diameter or shape', 'Diámetro o forma del agujero'],
      ['CUT-05', '漏孔、错孔', 'Missing or wrong hole', 'Agujero ausente o erróneo'],
    ],
  },
  {
    group: ['WLD', '焊缝外观', 'Weld, visual', 'Soldadura, visual'],
    defects: [
      ['WLD-01', '咬边', 'Undercut', 'Mordedura'],
      ['WLD-02', '表面气孔', 'Surface porosity', 'Porosidad superficial'],
      ['WLD-03', '余高超差', 'Reinforcement', 'Sobreespesor'],
      ['WLD-04', '错边', 'Misalignment', 'Desalineación'],
      ['WLD-05', '未焊满', 'Underfill', 'Relleno insuficiente'],
      ['WLD-06', '焊脚尺寸不足', 'Undersized fillet', 'Cordón insuficiente'],
      ['WLD-07', '表面裂纹', 'Surface crack', 'Fisura superficial'],
    ],
  },
  {
    group: ['NDT', '焊缝内部', 'Weld, internal', 'Soldadura, interna'],
    defects: [
      ['NDT-01', '气孔', 'Porosity', 'Porosidad'],
      ['NDT-02', '夹渣', 'Slag inclusion', 'Inclusión de escoria'],
      ['NDT-03', '未熔合', 'Lack of fusion', 'Falta de fusión'],
      ['NDT-04', '未焊透', 'Incomplete penetration', 'Falta de penetración'],
      ['NDT-05', '裂纹', 'Crack', 'Fisura'],
    ],
  },
  {
    group: ['CTG', '除锈与涂装', 'Surface and coating', 'Superficie y pintura'],
    defects: [
      ['CTG-01', '除锈等级不足', 'Surface preparation grade', 'Grado de preparación'],
      ['CTG-02', '粗糙度不足', 'Roughness', 'Rugosidad'],
      ['CTG-03', '漆膜厚度不足', 'Dry film too thin', 'Película demasiado fina'],
      ['CTG-04', '附着力不足', 'Adhesion', 'Adherencia'],
      ['CTG-05', '流挂、漏涂', 'Runs, missed areas', 'Descuelgues, zonas sin pintar'],
    ],
  },
  {
    group: ['MAT', '原材料', 'Material', 'Material'],
    defects: [
      ['MAT-01', '化学成分不合格', 'Chemistry out of limits', 'Química fuera de límites'],
      ['MAT-02', '力学性能不合格', 'Mechanical values out of limits', 'Valores mecánicos fuera de límites'],
      ['MAT-03', '质保书缺失或不符', 'Certificate missing or wrong', 'Certificado ausente o erróneo'],
      ['MAT-04', '厚度负偏差', 'Too thin', 'Espesor insuficiente'],
      ['MAT-05', '分层、表面缺陷', 'Lamination, surface defect', 'Laminación, defecto superficial'],
      ['MAT-06', '用错材质', 'Wrong steel', 'Acero equivocado'],
    ],
  },
  {
    group: ['OTH', '其他', 'Other', 'Otros'],
    defects: [
      ['OTH-01', '图纸、版本错误', 'Drawing or revision', 'Plano o revisión'],
      ['OTH-02', '标识缺失、错误', 'Marking missing or wrong', 'Identificación ausente o errónea'],
      ['OTH-03', '搬运碰伤、变形', 'Handling damage', 'Daño por manipulación'],
    ],
  },
]

type Api = typeof defectsApi

/** Groups and defects in order; a factory has a few dozen. */
export const defectCrud: Crud<typeof defects, Api> = {
  resource: defects,
  sorts: { position: ['r.position', 'r.code'] },
  pageSize: 1000,
  words: sql`r.code`,
  view: (_, { actor }) => ({ can: canChange(defects, actor) }),
  check: ({ write, actor }, { parentId }, before) =>
    requireParent(write, actor.plantId, before === null ? null : Number(before.id), parentId),
}

/** The whole tree. */
export async function listDefects(
  reads: Reads,
  context: ReadContext,
): Promise<ReplyOf<Api['GET /api/defects']>> {
  const { items } = await listRows(defectCrud, reads, context)
  return { items, can: { add: canChange(defects, context.actor).edit } }
}

/** There are two levels: a group has no parent, and an entry with defects below it remains a group. */
async function requireParent(
  write: Write,
  plantId: number,
  id: number | null,
  parentId: string | null,
): Promise<void> {
  if (parentId === null) return
  const { rows } = await sql<{ parent_id: number | null }>`
    select parent_id from defects where plant_id = ${plantId} and id = ${parentId} for key share`.execute(
    write,
  )
  const parent = rows[0] ?? fail('not_found', { params: { field: 'parentId' } })
  const children = await sql`select from defects where parent_id = ${id}::bigint limit 1`.execute(write)
  if (parent.parent_id !== null || Number(parentId) === id || children.rows.length > 0)
    reject('defect.too_deep')
}

/** Creates the initial list of defects; a factory that has any defect keeps its own. */
export async function seedDefects(write: Write, plantId: number): Promise<void> {
  const { rows } = await sql`select from defects where plant_id = ${plantId} limit 1`.execute(write)
  if (rows.length > 0) return
  for (const [place, { group, defects }] of shippedDefects.entries()) {
    const parent = await seedOne(write, plantId, group, null, place * 100)
    for (const [index, word] of defects.entries())
      await seedOne(write, plantId, word, parent, place * 100 + index + 1)
  }
}

async function seedOne(
  write: Write,
  plantId: number,
  [code, zh, en, es]: (typeof shippedDefects)[number]['group'],
  parentId: number | null,
  position: number,
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    insert into defects (plant_id, parent_id, code, names, position, updated_by_name)
    values (${plantId}, ${parentId}, ${code}, ${JSON.stringify({ zh, en, es })}::jsonb, ${position}, '系统') returning id`.execute(
    write,
  )
  return rows[0]?.id ?? null
}
