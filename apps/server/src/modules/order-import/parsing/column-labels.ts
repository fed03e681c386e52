import type { ColumnMeaning } from './import.types.ts'

/**
 * What a header without its unit, blanks and accents can mean, in the three languages. `weight` and its like are
 * settled by the group above or the columns beside them.
 */
export type Word =
  | ColumnMeaning
  | 'unitWeight'
  | 'totalWeight'
  | 'unitNetOrTotal'
  | 'unitGrossOrTotal'
  | 'unit'
  | 'total'
  | 'ignored'

const words: Record<Word, string> = {
  batch: '批次 批号 生产批次 批 lot batch lote loteno',
  mark: `构件编号 构件号 构件 构件名 构件代号 构件标记 构件位置 构件图号 assemblymark assembly assemblypos assemblyposition
assemblyno assemblynumber mark markno marks shipmark shippingmark erectionmark assembly_pos assyno assy asm conjunto
marca marcadeconjunto marcaconjunto conjuntono nodeconjunto posiciondeconjunto posconjunto`,
  part: `零件号 零件编号 零件 零件名 零件代号 零件位置 部件号 partmark part partno partnumber partpos partposition piecemark
piece pieceno partid pos position positionno pieza marcadepieza marcapieza posicion posiciondepieza piezano nodepieza
posicionpieza`,
  name: `名称 构件名称 零件名称 品名 name description assemblyname partname nombre denominacion descripcion`,
  profile: `规格 型材 截面型材 截面规格 截面 型号 规格型号 断面 断面规格 零件规格 型材规格 材料规格 构件规格 主截面 主型材 profile
section size mainprofile profilename sectionsize perfil seccion perfilprincipal`,
  grade: `材质 材料 钢号 牌号 材料牌号 钢材牌号 主材质 material grade steelgrade quality steel materialgrade calidad
acero calidaddelacero materialcalidad`,
  quantity: `数量 件数 根数 零件数量 单件数量 单构件数量 每构件数量 单构数量 个数 quantity qty pcs pieces no count number num partqty partquantity
qtyeach qtyperassembly quantityperassembly qtyperassy qtyperasm qty/assy cantidadporconjunto porconjunto cantidad cant uds unidades piezas ud ndepiezas numero`,
  markQuantity: `构件数量 构件数 构件件数 assemblyqty assemblyquantity markqty assembliesqty cantidaddeconjuntos
cantidadconjunto`,
  totalQuantity:
    '总数 总数量 合计数量 总件数 totalqty totalquantity qtytotal totalpieces cantidadtotal totaluds',
  length: '长度 长 零件长度 构件长度 成品长度 净长 length len l lengthmm longitud largo long',
  cutLength: '下料长度 finalcutlength cutlength netlength longituddecorte',
  width: '宽度 宽 width breadth w ancho anchura',
  height: '高度 高 height h alto altura',
  thickness: '厚度 厚 板厚 thickness thk t espesor grosor',
  markLength: '构件长 assemblylength',
  markWidth: '构件宽 构件宽度 assemblywidth',
  markHeight: '构件高 构件高度 assemblyheight',
  unitNet: `单净重 单件净重 净单重 净重单重 单重净 netweighteach unitnetweight netunitweight netweightperpiece
pesonetounitario pesounitarioneto pesonetouni netunit unitnet`,
  totalNet: `总净重 净总重 净重总重 净重合计 合计净重 totalnetweight nettotalweight netweighttotal pesonetototal
pesototalneto nettotal totalnet`,
  unitGross: `单毛重 单件毛重 毛单重 毛重单重 grossweighteach unitgrossweight grossunitweight grossweightperpiece
pesobrutounitario pesounitariobruto grossunit unitgross`,
  totalGross: `总毛重 毛总重 毛重总重 毛重合计 合计毛重 totalgrossweight grosstotalweight grossweighttotal pesobrutototal
pesototalbruto grosstotal totalgross`,
  unitArea: `单表面积 单件表面积 单面积 表面积 涂装面积 油漆面积 表面积单 area surface surfacearea unitarea areaeach paintarea
superficie areaunitaria superficieunitaria areadepintura unitsurface`,
  totalArea: `总表面积 总面积 总涂装面积 表面积总 totalarea totalsurface totalsurfacearea areatotal superficietotal`,
  drawing: '图号 图纸号 图纸编号 drawing drawingno drawingnumber dwg dwgno plano nodeplano planono',
  phase: '阶段 状态 分区 区域 phase zone sequence fase zona',
  revision: '版本 版次 版本号 修订 修改 revision rev version revno revisión',
  unitWeight: `单重 单件重 单件重量 单个重量 单位重量 单件 重量 unitweight weight weighteach weightperpiece weightpcs
weightea pesounitario peso pesouni pesounit pesounidad wtpc weightpc pesoud wt weightunit`,
  totalWeight: '总重 总重量 重量合计 合计重量 合重 totalweight weighttotal pesototal wttotal',
  unitNetOrTotal: '净重 netweight net pesoneto neto',
  unitGrossOrTotal: '毛重 grossweight gross pesobruto bruto',
  unit: '单 单个 每件 each unit unitario',
  total: '总 合计 总计 小计 total totals',
  ignored: `序号 备注 比重 理论重量 总长 总长度 originallength allowance remark remarks note notes comment comments item
family sectionfamily qrreference finish observaciones notas`,
}

const dictionary = new Map<string, Word>()
for (const [word, spellings] of Object.entries(words)) {
  for (const spelling of spellings.split(/\s+/)) dictionary.set(spelling, word as Word)
}

/** Units that stand in a header, as what one of them is in kg, mm or m². */
const unitFactors = new Map([
  ['t', 1000],
  ['吨', 1000],
  ['ton', 1000],
  ['g', 0.001],
  ['m', 1000],
  ['米', 1000],
  ['cm', 10],
  ['厘米', 10],
  ['mm', 1],
  ['毫米', 1],
  ['kg', 1],
  ['kgs', 1],
  ['千克', 1],
  ['公斤', 1],
  ['in', 25.4],
  ['inch', 25.4],
  ['inches', 25.4],
  ['pulg', 25.4],
  ['英寸', 25.4],
  ['lb', 0.45359237],
  ['lbs', 0.45359237],
  ['pound', 0.45359237],
  ['pounds', 0.45359237],
  ['libras', 0.45359237],
  ['磅', 0.45359237],
  ['ft', 304.8],
  ['feet', 304.8],
  ['英尺', 304.8],
  ['ft2', 0.09290304],
  ['sqft', 0.09290304],
  ['sf', 0.09290304],
])

const UNIT =
  'mm2|m2|ft2|sqft|mm|cm|kg/m|kgs?|lbs?|pounds?|libras|ton|t|m|g|inch(?:es)?|in|feet|ft|英寸|英尺|磅|pcs|ea|uds?|件|根|吨|千克|公斤|毫米|厘米|米|平方米|㎡'
const bracketed = /[([【<{][^)\]】>}]*[)\]】>}]/g
const trailing = new RegExp(`[/_,:\\-\\s]+(${UNIT})\\.?$`, 'i')

interface HeaderText {
  readonly word: Word | null
  /** A figure of this column times this is kg, mm or m². */
  readonly factor: number
  /** The header names its unit. */
  readonly hasUnit: boolean
}

const unitOf = (text: string): string => {
  const inside = /[([【<{]\s*([^)\]】>}]*?)\s*[)\]】>}]/.exec(text)?.[1]
  return (inside ?? trailing.exec(text)?.[1] ?? '').toLowerCase()
}

/** Header text as the dictionary knows it: no unit, no blanks, no accents, lower case. */
const headerKey = (written: string): string =>
  written
    .normalize('NFKC')
    .replace(bracketed, '')
    .replace(trailing, '')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\s_.:°º#/\-*'"]+/g, '')

/** `构件编号 / Mark / Marca`: one meaning in several languages; the first word known counts. */
const findAny = (written: string): Word | null => {
  for (const part of written.split(/\s\/\s/)) {
    const word = find(headerKey(part))
    if (word !== null) return word
  }
  return null
}

const find = (key: string): Word | null => dictionary.get(key) ?? null

/** Meaning of one header, with the group that stands above it (empty: none). */
export const readHeader = (written: string, group: string): HeaderText => {
  const own = headerKey(written)
  const unit = unitFactors.get(unitOf(written.normalize('NFKC')))
  const factor = unit ?? 1
  const above = headerKey(group)
  const grouped = above === '' ? null : (find(above + own) ?? find(own + above))
  return {
    word: grouped ?? ofGroup(find(own), above) ?? find(own) ?? findAny(written),
    factor,
    hasUnit: unit !== undefined,
  }
}

/** The size of the assembly stands under a group that names it: 构件形状尺寸, Assembly dimensions. */
const ofGroup = (word: Word | null, group: string): Word | null => {
  if (group === '' || !/构件|外形|尺寸|assembly|dimension|conjunto/.test(group)) return null
  if (word === 'length') return 'markLength'
  if (word === 'width') return 'markWidth'
  return word === 'height' ? 'markHeight' : null
}
