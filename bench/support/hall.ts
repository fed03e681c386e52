import type { FrameMember } from '../../apps/server/src/modules/model/ifc.fixtures.ts'

const partsOfMember = 5
/** Members of one mark. */
const membersOfMark = 4

/** The frame of a hall with so many parts: as many lengths as members of a real hall. */
export function frameOf(parts: number): FrameMember[] {
  return Array.from({ length: Math.round(parts / partsOfMember) }, (_, at) => {
    const mark = Math.floor(at / membersOfMark)
    return {
      mark: `M${mark}`,
      kind: at % 3 === 0 ? 'column' : 'beam',
      lengthMm: 2500 + (mark % 700) * 9,
      isBox: mark % 9 === 0,
      parts: partsOfMember,
    }
  })
}

/** Its list of marks, as text with a workbook's file name. */
export function listOf(frame: readonly FrameMember[]): Blob {
  const marks = Map.groupBy(frame, ({ mark }) => mark)
  const rows = [...marks].map(([mark, members]) => {
    const { lengthMm = 0 } = members[0] ?? {}
    const kg = Math.round(lengthMm * 0.08)
    return [mark, '', 'HN400*200*8*13', 'Q355B', lengthMm, members.length, kg, kg * members.length]
  })
  const head = ['构件编号', '零件号', '规格', '材质', '长度(mm)', '数量', '单重(kg)', '总重(kg)']
  return new Blob([[head, ...rows].map((row) => row.join('\t')).join('\r\n')])
}
