import { gb1591Grades } from './gb1591-grades.ts'
import { atLeastBy, atMost, atMostBy, impact, type ShippedGrade } from './grade-limits.ts'
import type { Write } from '../../../platform/db/handles.ts'
import { searchText } from '../../../platform/search/search-text.ts'

const gb700 = (table: string, certainty: 'secondary' | 'memory') => ({
  source: `GB/T 700-2006, ${table}`,
  certainty,
})
const q235: ShippedGrade = {
  code: 'Q235B',
  standard: 'GB/T 700',
  edition: '2006',
  source: 'GB/T 700-2006, 表 1, 2; 草稿, 须对照正式文本核实',
  limits: [
    ...atMost({ C: '0.20', Si: '0.35', P: '0.045', S: '0.045' }, gb700('表 1', 'secondary')),
    ...atMost({ Mn: '1.40' }, gb700('表 1', 'secondary')),
    ...atLeastBy(
      'ReH',
      [
        [16, '235'],
        [40, '225'],
        [100, '215'],
        [150, '195'],
        [200, '185'],
      ],
      gb700('表 2', 'secondary'),
    ),
    ...atLeastBy('Rm', [[200, '370', '500']], gb700('表 2', 'secondary')),
    ...atLeastBy(
      'A',
      [
        [40, '26'],
        [60, '25'],
        [100, '24'],
        [150, '22'],
        [200, '21'],
      ],
      gb700('表 2', 'memory'),
    ),
    impact('27', 20, gb700('表 2', 'secondary'), false),
  ],
}

const en = (table: string, certainty: 'secondary' | 'memory') => ({
  source: `EN 10025-2:2019, table ${table}`,
  certainty,
})
const s355 = [
  ...atMostBy(
    'CEV',
    [
      [30, '0.45'],
      [150, '0.47'],
      [250, '0.49'],
    ],
    en('6', 'memory'),
  ),
  ...atLeastBy(
    'ReH',
    [
      [16, '355'],
      [40, '345'],
      [63, '335'],
      [80, '325'],
      [100, '315'],
      [150, '295'],
      [200, '285'],
      [250, '275'],
    ],
    en('7', 'secondary'),
  ),
  ...atLeastBy(
    'Rm',
    [
      [100, '470', '630'],
      [250, '450', '600'],
    ],
    en('7', 'secondary'),
  ),
  ...atLeastBy(
    'A',
    [
      [40, '22'],
      [63, '21'],
      [100, '20'],
      [150, '18'],
      [250, '17'],
    ],
    en('8', 'secondary'),
  ),
]
const enHead = {
  standard: 'EN 10025-2',
  edition: '2019',
  source: 'EN 10025-2:2019, tables 1, 6, 7, 8, 9; draft, to be checked against the official text',
}
const enGrades: readonly ShippedGrade[] = [
  {
    code: 'S355JR',
    ...enHead,
    limits: [
      ...atMost(
        { C: '0.24', Si: '0.55', Mn: '1.60', P: '0.035', S: '0.035', N: '0.012', Cu: '0.55' },
        en('1', 'secondary'),
      ),
      ...s355,
      impact('27', 20, en('9', 'secondary'), false),
    ],
  },
  {
    code: 'S355J2',
    ...enHead,
    limits: [
      ...atMostBy(
        'C',
        [
          [40, '0.20'],
          [250, '0.22'],
        ],
        en('1', 'memory'),
      ),
      ...atMost({ Si: '0.55', Mn: '1.60', P: '0.025', S: '0.025', Cu: '0.55' }, en('1', 'memory')),
      ...s355,
      impact('27', -20, en('9', 'secondary'), true),
    ],
  },
]

const astm = (table: string, certainty: 'secondary' | 'memory') => ({
  source: `ASTM A572/A572M-21, table ${table}`,
  certainty,
})
const a572: ShippedGrade = {
  code: 'A572 Gr.50',
  standard: 'ASTM A572/A572M',
  edition: '2021',
  source: 'ASTM A572/A572M-21, tables 2, 3; draft, to be checked against the official text',
  limits: [
    ...atMost({ C: '0.23', Si: '0.40', Mn: '1.35' }, astm('2', 'secondary')),
    ...atMost({ P: '0.030', S: '0.030' }, astm('2', 'memory')),
    ...atLeastBy('ReH', [[100, '345']], astm('3', 'secondary')),
    ...atLeastBy('Rm', [[100, '450']], astm('3', 'secondary')),
    ...atLeastBy('A', [[100, '18']], astm('3', 'memory'), '200 mm'),
  ],
}

/** Initial grades of a plant, all drafts. */
export const shippedGrades: readonly ShippedGrade[] = [q235, ...gb1591Grades, ...enGrades, a572]

/** Creates the initial grades of a plant. Runs only once: deleted grades stay deleted. */
export async function seedGrades(write: Write, plantId: number): Promise<void> {
  const isFirst = await write
    .insertInto('settings')
    .values({ key: `steel_grades.${plantId}`, value: JSON.stringify({ seeded: true }) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()
  if (isFirst === undefined) return
  const stamp = { plant_id: plantId, created_by: null, updated_by: null, updated_by_name: '' }
  await write
    .insertInto('steel_grades')
    .values(
      shippedGrades.map(({ code, standard, edition, source, limits }) => ({
        ...stamp,
        code,
        standard,
        edition,
        source,
        limits: JSON.stringify(limits),
        search: searchText(code, standard, edition),
      })),
    )
    .onConflict((conflict) => conflict.columns(['plant_id', 'code', 'standard', 'edition']).doNothing())
    .execute()
}
