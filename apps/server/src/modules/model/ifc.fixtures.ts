import { createHash } from 'node:crypto'

export interface FrameMember {
  readonly mark: string
  readonly kind: 'column' | 'beam'
  /** Millimetres. */
  readonly lengthMm: number
  /** Box profile instead of an I. */
  readonly isBox?: boolean
  /** Of the main part and plates. */
  readonly parts: number
  /** Millimetres; by default it has a place in the grid of the frame. */
  readonly at?: readonly [number, number, number]
  readonly storey?: number
  readonly guid?: string
}

export interface FrameOptions {
  readonly schema?: 'IFC2X3' | 'IFC4'
  readonly unit?: 'mm' | 'm' | 'ft'
  /** Where the frame stands, metres. */
  readonly origin?: readonly [number, number, number]
  /** What the mark is written in. */
  readonly markIn?: 'tag' | 'tekla'
}

const millimetresOf = { mm: 1, m: 1000, ft: 304.8 } as const

/** Letters of compressed GUIDs. */
const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_$'

export function guidOf(text: string): string {
  const hash = createHash('sha256').update(text).digest()
  return [...hash.subarray(0, 22)].map((byte, at) => letters[byte % (at === 0 ? 4 : 64)]).join('')
}

/** Text in the encoding of ISO 10303-21. */
const stepText = (text: string): string =>
  `'${text.replaceAll("'", "''").replaceAll(/[^\x20-\x7e]+/g, (run) => {
    return `\\X2\\${Buffer.from(run, 'utf16le').swap16().toString('hex').toUpperCase()}\\X0\\`
  })}'`

class StepFile {
  readonly lines: string[] = []
  readonly scale: number
  readonly isNew: boolean
  readonly #shared = new Map<string, string>()

  constructor(scale: number, isNew: boolean) {
    this.scale = scale
    this.isNew = isNew
  }

  add(entity: string): string {
    this.lines.push(`#${this.lines.length + 1}=${entity};`)
    return `#${this.lines.length}`
  }

  /** Written once. */
  shared(entity: string): string {
    const known = this.#shared.get(entity)
    if (known !== undefined) return known
    const added = this.add(entity)
    this.#shared.set(entity, added)
    return added
  }

  /** A length given in millimetres. */
  length(mm: number): string {
    const value = Math.round((mm / this.scale) * 1e6) / 1e6
    return Number.isInteger(value) ? `${value}.` : String(value)
  }

  point([x, y, z]: readonly [number, number, number]): string {
    return this.add(`IFCCARTESIANPOINT((${this.length(x)},${this.length(y)},${this.length(z)}))`)
  }

  placement(at: readonly [number, number, number], isAlongX: boolean, relativeTo: string): string {
    const axis = this.shared(`IFCDIRECTION((${isAlongX ? '1.,0.,0.' : '0.,0.,1.'}))`)
    const across = this.shared(`IFCDIRECTION((${isAlongX ? '0.,1.,0.' : '1.,0.,0.'}))`)
    const place = this.add(`IFCAXIS2PLACEMENT3D(${this.point(at)},${axis},${across})`)
    return this.add(`IFCLOCALPLACEMENT(${relativeTo},${place})`)
  }

  properties(name: string, values: Readonly<Record<string, string>>, of: string, owner: string): void {
    const all = Object.entries(values).map(([key, value]) =>
      this.add(`IFCPROPERTYSINGLEVALUE(${stepText(key)},$,${value},$)`),
    )
    const set = this.add(
      `IFCPROPERTYSET('${guidOf(`${name}${of}`)}',${owner},${stepText(name)},$,(${all.join()}))`,
    )
    this.add(`IFCRELDEFINESBYPROPERTIES('${guidOf(`rel${name}${of}`)}',${owner},$,$,(${of}),${set})`)
  }
}

interface Frame {
  readonly file: StepFile
  readonly owner: string
  readonly context: string
  readonly markIn: 'tag' | 'tekla'
}

/** A steel frame as detailing programs export it: assemblies of an extruded profile and plates. */
export function frameIfc(members: readonly FrameMember[], options: FrameOptions = {}): string {
  const { schema = 'IFC2X3', unit = 'mm', origin = [0, 0, 0], markIn = 'tag' } = options
  const file = new StepFile(millimetresOf[unit], schema === 'IFC4')
  const { owner, context, project } = headOf(file, unit)
  const frame = { file, owner, context, markIn }
  const site = file.placement([origin[0] * 1000, origin[1] * 1000, origin[2] * 1000], false, '$')
  const storeys = new Map<number, string[]>()
  members.forEach((member, at) => {
    const { storey = storeyOf(at) } = member
    storeys.set(storey, [...(storeys.get(storey) ?? []), assembly(frame, member, at, site)])
  })
  const building = file.add(
    `IFCBUILDING('${guidOf('building')}',${owner},'Hall',$,$,${site},$,$,.ELEMENT.,$,$,$)`,
  )
  file.add(`IFCRELAGGREGATES('${guidOf('project')}',${owner},$,$,${project},(${building}))`)
  const levels = [...storeys].map(([storey, elements]) => {
    const level = file.add(
      `IFCBUILDINGSTOREY('${guidOf(`storey${storey}`)}',${owner},${stepText(`+${storey * 4.5} m 层`)},$,$,${site},$,$,.ELEMENT.,${file.length(storey * 4500)})`,
    )
    file.add(
      `IFCRELCONTAINEDINSPATIALSTRUCTURE('${guidOf(`in${storey}`)}',${owner},$,$,(${elements.join()}),${level})`,
    )
    return level
  })
  if (levels.length > 0)
    file.add(`IFCRELAGGREGATES('${guidOf('building-storeys')}',${owner},$,$,${building},(${levels.join()}))`)
  return [
    'ISO-10303-21;',
    'HEADER;',
    "FILE_DESCRIPTION(('ViewDefinition [CoordinationView]'),'2;1');",
    "FILE_NAME('frame.ifc','2026-11-28T08:00:00',(''),(''),'Steel Detailer 2026','Steel Detailer 2026','');",
    `FILE_SCHEMA(('${schema}'));`,
    'ENDSEC;',
    'DATA;',
    ...file.lines,
    'ENDSEC;',
    'END-ISO-10303-21;',
    '',
  ].join('\n')
}

function headOf(file: StepFile, unit: 'mm' | 'm' | 'ft') {
  const person = file.add("IFCPERSON($,'Detailer',$,$,$,$,$,$)")
  const company = file.add("IFCORGANIZATION($,'Office',$,$,$)")
  const user = file.add(`IFCPERSONANDORGANIZATION(${person},${company},$)`)
  const program = file.add(`IFCAPPLICATION(${company},'2026','Steel Detailer','SD')`)
  const owner = file.add(`IFCOWNERHISTORY(${user},${program},$,.ADDED.,$,$,$,0)`)
  const units = [lengthUnit(file, unit), file.add('IFCSIUNIT(*,.AREAUNIT.,$,.SQUARE_METRE.)')]
  units.push(
    file.add('IFCSIUNIT(*,.MASSUNIT.,.KILO.,.GRAM.)'),
    file.add('IFCSIUNIT(*,.PLANEANGLEUNIT.,$,.RADIAN.)'),
  )
  const assignment = file.add(`IFCUNITASSIGNMENT((${units.join()}))`)
  const world = file.add(`IFCAXIS2PLACEMENT3D(${file.point([0, 0, 0])},$,$)`)
  const context = file.add(`IFCGEOMETRICREPRESENTATIONCONTEXT($,'Model',3,1.E-5,${world},$)`)
  const project = file.add(
    `IFCPROJECT('${guidOf('project-root')}',${owner},'Project',$,$,$,$,(${context}),${assignment})`,
  )
  return { owner, context, project }
}

function lengthUnit(file: StepFile, unit: 'mm' | 'm' | 'ft'): string {
  if (unit !== 'ft') return file.add(`IFCSIUNIT(*,.LENGTHUNIT.,${unit === 'mm' ? '.MILLI.' : '$'},.METRE.)`)
  const metre = file.add('IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.)')
  const factor = file.add(`IFCMEASUREWITHUNIT(IFCLENGTHMEASURE(0.3048),${metre})`)
  const exponents = file.add('IFCDIMENSIONALEXPONENTS(1,0,0,0,0,0,0)')
  return file.add(`IFCCONVERSIONBASEDUNIT(${exponents},.LENGTHUNIT.,'FOOT',${factor})`)
}

/** Twelve members fill a bay of a storey: four columns, eight beams. */
const perBay = 12
const baysAcross = 20
const storeysOfFrame = 4
const storeyOf = (at: number): number => Math.floor(at / perBay) % storeysOfFrame

function placeOf({ kind, at, storey }: FrameMember, number: number): readonly [number, number, number] {
  if (at !== undefined) return at
  const bay = Math.floor(number / perBay / storeysOfFrame)
  const x = (bay % baysAcross) * 8000
  const y = Math.floor(bay / baysAcross) * 9000
  const z = (storey ?? storeyOf(number)) * 4500
  const within = number % perBay
  if (kind === 'column') return [x + (within % 2) * 4000, y + (within % 4 < 2 ? 0 : 4500), z]
  return [x, y + within * 750, z + 4000]
}

function assembly(
  { file, owner, context, markIn }: Frame,
  member: FrameMember,
  at: number,
  site: string,
): string {
  const { mark, kind, parts } = member
  const guid = member.guid ?? guidOf(`${mark}#${at}`)
  const place = file.placement(placeOf(member, at), kind === 'beam', site)
  const tag = markIn === 'tag' ? stepText(mark) : '$'
  const whole = file.add(
    `IFCELEMENTASSEMBLY('${guid}',${owner},${stepText(kind.toUpperCase())},$,$,${place},$,${tag},.FACTORY.,.NOTDEFINED.)`,
  )
  const kgPerMm = 0.08
  const markLabel = `IFCLABEL(${stepText(mark)})`
  if (markIn === 'tekla')
    file.properties(
      'Tekla Assembly',
      { 'Assembly/Cast unit Mark': markLabel, Phase: 'IFCINTEGER(1)' },
      whole,
      owner,
    )
  const part = (
    entity: string,
    number: number,
    shape: string,
    offset: readonly [number, number, number],
  ): string => {
    const own = file.add(
      `IFCLOCALPLACEMENT(${place},${file.add(`IFCAXIS2PLACEMENT3D(${file.point(offset)},$,$)`)})`,
    )
    const body = file.add(`IFCSHAPEREPRESENTATION(${context},'Body','SweptSolid',(${shape}))`)
    const definition = file.add(`IFCPRODUCTDEFINITIONSHAPE($,$,(${body}))`)
    const name = stepText(number === 0 ? kind.toUpperCase() : 'PLATE')
    const added = file.add(
      `${entity}('${guidOf(`${guid}/${number}`)}',${owner},${name},${stepText(number === 0 ? 'H400*200*8*13' : 'PL10*200')},$,${own},${definition},$${file.isNew ? ',$' : ''})`,
    )
    const kg = number === 0 ? member.lengthMm * kgPerMm : 6.3
    const values = { 'Part mark': `IFCLABEL('P${number}')`, Weight: `IFCMASSMEASURE(${kg.toFixed(3)})` }
    file.properties('Tekla Common', values, added, owner)
    return added
  }
  const all = [part(kind === 'column' ? 'IFCCOLUMN' : 'IFCBEAM', 0, profile(file, member), [0, 0, 0])]
  for (let number = 1; number < parts; number += 1) {
    const along = parts <= 2 ? 0 : (member.lengthMm * (number - 1)) / (parts - 2)
    all.push(part('IFCPLATE', number, plate(file), [0, 0, along]))
  }
  file.add(`IFCRELAGGREGATES('${guidOf(`parts${guid}${at}`)}',${owner},$,$,${whole},(${all.join()}))`)
  return whole
}

function profile(file: StepFile, { isBox = false, lengthMm }: FrameMember): string {
  const flat = file.shared(`IFCAXIS2PLACEMENT2D(${file.shared('IFCCARTESIANPOINT((0.,0.))')},$)`)
  const [w, h, t, f] = [200, 400, 8, 13].map((mm) => file.length(mm))
  const outline = isBox
    ? `IFCRECTANGLEHOLLOWPROFILEDEF(.AREA.,'B400*200*8',${flat},${w},${h},${t},$,$)`
    : `IFCISHAPEPROFILEDEF(.AREA.,'H400*200*8*13',${flat},${w},${h},${t},${f},$${file.isNew ? ',$,$' : ''})`
  return extrusion(file, file.shared(outline), lengthMm)
}

function plate(file: StepFile): string {
  const flat = file.shared(`IFCAXIS2PLACEMENT2D(${file.shared('IFCCARTESIANPOINT((0.,0.))')},$)`)
  const [w, h] = [220, 420].map((mm) => file.length(mm))
  return extrusion(file, file.shared(`IFCRECTANGLEPROFILEDEF(.AREA.,'PL',${flat},${w},${h})`), 10)
}

function extrusion(file: StepFile, outline: string, mm: number): string {
  const up = file.shared('IFCDIRECTION((0.,0.,1.))')
  const place = file.add(`IFCAXIS2PLACEMENT3D(${file.point([0, 0, 0])},$,$)`)
  return file.add(`IFCEXTRUDEDAREASOLID(${outline},${place},${up},${file.length(mm)})`)
}

/** A member for each piece of these marks. */
export const membersOfMarks = (
  marks: readonly { readonly mark: string; readonly quantity: number; readonly lengthMm?: number | null }[],
  parts = 5,
): FrameMember[] =>
  marks.flatMap(({ mark, quantity, lengthMm }, at) =>
    Array.from(
      { length: quantity },
      (): FrameMember => ({
        mark,
        kind: at % 3 === 0 ? 'column' : 'beam',
        lengthMm: lengthMm ?? 4000,
        isBox: at % 7 === 0,
        parts,
      }),
    ),
  )
