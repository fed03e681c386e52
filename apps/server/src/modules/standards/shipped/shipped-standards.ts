import { gbColumns } from './gb50205-columns.ts'
import { gbFitUp } from './gb50205-fit-up.ts'
import { gbMembers } from './gb50205-members.ts'
import { gbParts, gbWelds } from './gb50205-parts.ts'
import { gbSecondary } from './gb50205-secondary.ts'
import { gbTrialAssembly } from './gb50205-trial-assembly.ts'
import {
  abs,
  bands,
  deviation,
  memberAndFitUpStages,
  most,
  pm,
  type ShippedGroup,
  type ShippedStandard,
  share,
  sized,
} from './shipped-item.ts'

const unchecked =
  '据公开资料与记忆整理，未核对正式文本；批准前请逐项核对。 / From public secondary sources and from memory, not checked against the official text: check each item before approving. / De fuentes secundarias y de memoria, sin cotejar con el texto oficial: compruebe cada ítem antes de aprobar.'

// EN 1090-2: functional tolerances of welded profiles, class 1 and 2.
interface EnClass {
  readonly section: readonly [small: string, div: string, great: string]
  readonly offset: string
  readonly square: string
  readonly length: string
}
const enGroups = ({
  section: [small, div, great],
  offset,
  square,
  length,
}: EnClass): readonly ShippedGroup[] => [
  {
    shapes: ['welded_h', 'beam', 'column_h'],
    stages: memberAndFitUpStages,
    clause: '',
    certainty: 'memory',
    items: [
      {
        names: ['截面高度', 'Section height', 'Altura de la sección'],
        ...sized('h'),
        tool: 'tape',
        points: 3,
        rule: bands(
          'h',
          ['le', '900', pm(small)],
          ['le', '1800', share('h', div, { sign: 'pm' })],
          [pm(great)],
        ),
      },
      {
        names: ['腹板中心偏移', 'Web eccentricity', 'Excentricidad del alma'],
        ...deviation,
        rule: most(offset),
        tool: 'tape',
        points: 3,
      },
      {
        names: ['翼缘板垂直度', 'Flange squareness', 'Perpendicularidad del ala'],
        ...deviation,
        tool: 'square',
        points: 3,
        rule: share('b', '100', { floor: square }),
      },
      { names: ['弯曲矢高', 'Bow', 'Flecha'], ...deviation, rule: share('L', '750'), tool: 'wire' },
      {
        names: ['长度', 'Length', 'Longitud'],
        ...sized('L'),
        rule: share('L', length, { plus: '2', sign: 'pm' }),
        tool: 'tape',
      },
    ],
  },
]

// AWS D1.1 and AISC, in mm as the source converts them; lengths in feet and inches exactly.
const depth = {
  names: ['截面高度', 'Depth', 'Canto'],
  ...sized('h'),
  tool: 'tape',
  points: 3,
  rule: bands('h', ['le', '914.4', pm('3')], ['le', '1828.8', pm('5')], [abs('-5', '8')]),
  clause: '7.22.9',
  source: 'AISC FAQ 3.1.2',
} as const
const awsGroups: readonly ShippedGroup[] = [
  {
    shapes: ['welded_h', 'beam'],
    stages: memberAndFitUpStages,
    clause: '',
    certainty: 'secondary',
    items: [
      depth,
      {
        names: ['腹板平面度', 'Web flatness', 'Planitud del alma'],
        ...deviation,
        rule: share('h', '150'),
        tool: 'feeler',
        points: 3,
        clause: '5.23.6.2',
        source:
          'AWS forum; 有加劲肋时 d/100 … d/67 / with stiffeners d/100 … d/67 / con rigidizadores d/100 … d/67',
      },
      {
        names: [
          '支承加劲肋直线度',
          'Straightness of bearing stiffeners',
          'Rectitud de rigidizadores de apoyo',
        ],
        ...deviation,
        tool: 'feeler',
        optional: true,
        rule: bands('h', ['le', '1828.8', most('6.35')], [most('12.7')]),
        clause: '5.23.13',
        source: 'D1.1:2010',
      },
      {
        names: ['拱度（AISC）', 'Camber (AISC)', 'Contraflecha (AISC)'],
        ...deviation,
        tool: 'wire',
        optional: true,
        rule: bands(
          'L',
          ['le', '15240', abs('0', '12.7')],
          [share('L', '960', { plus: '-3.175', sign: 'plus' })],
        ),
        source: 'AISC FAQ 3.2.2: −0/+1/2 in, +1/8 in / 10 ft > 50 ft',
      },
    ],
  },
  {
    shapes: ['column_h'],
    stages: memberAndFitUpStages,
    clause: '',
    certainty: 'secondary',
    items: [
      depth,
      {
        names: ['柱直线度', 'Straightness of the column', 'Rectitud de la columna'],
        ...deviation,
        rule: share('L', '960'),
        tool: 'wire',
        certainty: 'memory',
        source: '1/8 in × ft / 10',
      },
    ],
  },
]

/** Sets of rules that every factory begins with, as drafts. None of their figures was checked against an official text. */
export const shippedStandards: readonly ShippedStandard[] = [
  {
    code: 'GB 50205',
    names: {
      zh: '钢结构工程施工质量验收标准',
      en: 'Acceptance of construction quality of steel structures (GB)',
      es: 'Aceptación de la calidad de estructuras de acero (GB)',
    },
    verdict: 'gb',
    edition: '2020',
    source: unchecked,
    groups: [
      ...gbParts,
      ...gbMembers,
      ...gbColumns,
      ...gbSecondary,
      ...gbFitUp,
      ...gbTrialAssembly,
      ...gbWelds,
    ],
  },
  {
    code: 'EN 1090-2 (1)',
    names: {
      zh: '钢结构施工 欧洲标准 功能公差1级',
      en: 'Execution of steel structures, functional tolerances class 1',
      es: 'Ejecución de estructuras de acero, tolerancias funcionales clase 1',
    },
    verdict: 'all',
    edition: '1',
    source: unchecked,
    groups: enGroups({ section: ['3', '300', '6'], offset: '5', square: '5', length: '5000' }),
  },
  {
    code: 'EN 1090-2 (2)',
    names: {
      zh: '钢结构施工 欧洲标准 功能公差2级',
      en: 'Execution of steel structures, functional tolerances class 2',
      es: 'Ejecución de estructuras de acero, tolerancias funcionales clase 2',
    },
    verdict: 'all',
    edition: '1',
    source: unchecked,
    groups: enGroups({ section: ['2', '450', '4'], offset: '4', square: '3', length: '10000' }),
  },
  {
    code: 'AWS D1.1',
    names: {
      zh: '钢结构焊接规范（美国）',
      en: 'Structural welding code, steel',
      es: 'Código de soldadura estructural, acero',
    },
    verdict: 'all',
    edition: '1',
    source: unchecked,
    groups: awsGroups,
  },
]
