import type { Change, ChangeArea } from '@cloud-factory/domain/live/change-areas'

/** Beginning of a query key. `:id` is the id of the changed record, `:order` that of its order. */
export type KeyPattern = readonly string[]

const under = (root: string, ...names: readonly string[]): KeyPattern[] => names.map((name) => [root, name])
const ofOrder = (...names: readonly string[]): KeyPattern[] => names.map((name) => ['orders', name, ':order'])

/** Lots, pieces and reports of erection count what orders, packages and deliveries change. */
const ofErection: KeyPattern = ['erection']

/** Queries that show data of an area. */
export const keysOfArea: Readonly<Record<ChangeArea, readonly KeyPattern[]>> = {
  order: [
    ...under(
      'orders',
      'list',
      'counts',
      'choice',
      'projects',
      'project',
      'schedule',
      'load',
      'report',
      'reports',
    ),
    ofErection,
    ['labour', 'hours'],
    ...under('cost', 'payroll', 'costs', 'statement'),
    ...under(
      'orders',
      'ready',
      'GET /api/ready-lots',
      'piece',
      'piece-matches',
      'piece-contents',
      'mark-contents',
      'parts',
      'part-drawing',
      'finished',
      'drawing',
      'piece-drawings',
    ),
    ...ofOrder(
      'trial-requirements',
      'one',
      'order',
      'pieces',
      'marks',
      'matrix',
      'holds',
      'productionLots',
      'history',
      'documents',
      'drawings',
      'models',
      'model-states',
      'model-days',
    ),
    ...under('orders', 'model-matches', 'model-members', 'model-removed'),
    ...ofOrder('imports', 'packing', 'packable', 'packing-plan'),
    ...under('dashboard', 'orders', 'output'),
    ['quality', 'due'],
    ['quality', 'dossier', ':order'],
    ['quality', 'order', ':order'],
  ],
  project: [
    ...under(
      'orders',
      'projects',
      'project',
      'list',
      'one',
      'order',
      'choice',
      'schedule',
      'load',
      'weights',
      'customer-links',
    ),
    ['screens', 'projects'],
    ['screens', 'orders'],
  ],
  import: [['orders', 'import', ':id'], ...ofOrder('imports', 'history')],
  package: [
    ...under('orders', 'packages', 'finished', 'deliveries', 'delivery', 'delivery-pieces'),
    ['orders', 'package', ':id'],
    ['orders', 'packed', ':id'],
    ofErection,
    ...ofOrder('packing', 'packable', 'packing-plan', 'pieces', 'history'),
  ],
  delivery: [
    ...under('orders', 'deliveries', 'packages', 'package', 'packed', 'finished', 'packing'),
    ['orders', 'delivery', ':id'],
    ['orders', 'delivery-pieces', ':id'],
    ['orders', 'signature', ':id'],
    ofErection,
  ],
  production_setup: [
    ...under('orders', 'GET /api/processes', 'GET /api/routes', 'GET /api/workshops', 'GET /api/crews'),
    ...under('orders', 'GET /api/shifts', 'weights'),
    ['screens', 'places'],
    ['display', 'places'],
    ['calendar'],
  ],
  inspection: [
    ...under('quality', 'inspections', 'due', 'ncr', 'dossier', 'order'),
    ['quality', 'inspection', ':id'],
    ['quality', 'optional-items', ':id'],
    ...under('dashboard', 'quality', 'yield'),
  ],
  gate_plan: under('quality', 'gate-plans', 'due'),
  ncr: [
    ...under('quality', 'ncrs', 'ncr-ageing', 'inspection', 'dossier', 'order'),
    ['quality', 'ncr', ':id'],
    ['dashboard', 'quality'],
  ],
  defect: [['quality', 'GET /api/defects']],
  quality_document: [...under('quality', 'papers', 'dossier'), ['orders', 'customer-links']],
  weld: [
    ...under(
      'quality',
      'GET /api/welds',
      'GET /api/welds/:id',
      'GET /api/welds/:id/tests',
      'dossier',
      'order',
    ),
    ...under('quality', 'GET /api/ndt/due', 'GET /api/ndt/requests', 'GET /api/ndt/requests/:id', 'ndt'),
    ...under('quality', 'GET /api/ndt/repair-rate', 'GET /api/weld-templates/:id'),
    ['dashboard', 'quality'],
  ],
  welder: under('quality', 'GET /api/welders', 'GET /api/welder-certificates', 'GET /api/wps'),
  coat: [
    ...under('quality', 'GET /api/coats', 'GET /api/coats/:id', 'coat-pieces', 'dossier', 'order'),
    ['dashboard', 'quality'],
  ],
  coat_spec: [['quality', 'GET /api/coat-specs']],
  trial: under('quality', 'GET /api/trial-assemblies', 'GET /api/trial-assemblies/:id', 'dossier', 'order'),
  nest: [
    ...under('orders', 'nests', 'nest', 'part-demand', 'parts', 'part-reports', 'kit'),
    ...under('orders', 'plate-demand', 'plate-jobs', 'plate-job', 'plate-nesting', 'plate-remnants'),
  ],
  bolts: [
    ...under('bolts', 'list', 'needs', 'lots', 'issues', 'tests'),
    ...under('orders', 'package', 'packages'),
  ],
  subcontract: [...under('subcontract', 'list', 'one', 'pieces'), ['cost', 'costs']],
  erection: [ofErection, ['orders', 'model-days']],
  purchase: [
    ...under('purchase', 'purchases', 'purchase', 'lines', 'stock-value', 'GET /api/suppliers'),
    ['orders', 'part-demand'],
  ],
  labour: under('labour', 'hours', 'GET /api/standard-hours'),
  cost: under('cost', 'payroll', 'costs', 'statement', 'GET /api/labour-rates'),
  stock_take: under('quality', 'stock-takes', 'stock-take'),
  material: [
    ...under('quality', 'receipts', 'receipt', 'lots', 'stock-bars', 'mill-certificates', 'mill-certificate'),
    ['purchase', 'stock-value'],
    ...under('quality', 'material-plan', 'dossier', 'order'),
    ...under('orders', 'list', 'one'),
    ['dashboard', 'quality'],
  ],
  steel_grade: under('quality', 'grades', 'grade'),
  standard: [['quality', 'standards']],
  instrument: under('quality', 'instruments', 'GET /api/instruments'),
  machine: [
    ...under('equipment', 'machines', 'machine', 'profiles', 'profile', 'documents', 'signals'),
    ['orders', 'work-machines'],
    ['gateways', 'choice'],
    ...under('dashboard', 'equipment', 'system'),
  ],
  maintenance: [
    ...under(
      'equipment',
      'GET /api/repairs',
      'GET /api/checks',
      'GET /api/checks/due',
      'GET /api/check-items',
    ),
    ...under('equipment', 'GET /api/maintenance-plans', 'GET /api/maintenance-actions'),
    ...under('equipment', 'GET /api/maintenance-calendar', 'GET /api/spare-parts', 'maintenance-summary'),
    ...under('equipment', 'repair', 'check', 'stock-moves', 'machine'),
    ['dashboard', 'equipment'],
  ],
  machine_state: [['states'], ['dashboard', 'equipment']],
  calendar: [['calendar'], ['states']],
  gateway: [['gateways'], ['dashboard', 'system']],
  // The list and its summary follow the topic `alarms`: alarms also change without a command.
  alarm: [
    ['alarms', 'one', ':id'],
    ['alarms', 'events', ':id'],
    ['dashboard', 'equipment'],
  ],
  alarm_rule: under('alarms', 'rules', 'unit', 'outOfService'),
  screen: under(
    'screens',
    'list',
    'choice',
    'one',
    'versions',
    'version',
    'devices',
    'GET /api/screen-groups',
  ),
  display_info: under('display', 'info', 'versions', 'version'),
  // A list of roles counts their users, and a list of users names their roles.
  user: [
    ['people', 'users'],
    ['people', 'terminals'],
    ['people', 'sessions', ':id'],
    ['dashboard', 'system'],
  ],
  role: under('people', 'roles', 'four-eyes'),
  view: [['me', 'views']],
  conversation: [['conversations', 'one', ':id']],
  message: [['me', 'messages', ':id']],
}

/** Data that are edited in place: not refetched while there is unsaved work. */
const editedInPlace: readonly KeyPattern[] = [
  ['orders', 'delivery'],
  ['quality', 'inspection'],
  ['quality', 'mill-certificate'],
]

/** Queries that add up many records. */
const sums: readonly KeyPattern[] = [['dashboard'], ['orders', 'report']]

/** A change of every area: everything may have changed. */
export const anyChange: readonly Change[] = (Object.keys(keysOfArea) as ChangeArea[]).map((area) => ({
  area,
  id: null,
  orderId: null,
}))

/** Whether a query shows data that the change concerns. */
export const shows = (key: readonly unknown[], change: Change): boolean =>
  keysOfArea[change.area].some((pattern) => matches(key, pattern, change))

export const isEditedInPlace = (key: readonly unknown[]): boolean => begins(key, editedInPlace)

export const isSum = (key: readonly unknown[]): boolean => begins(key, sums)

const begins = (key: readonly unknown[], patterns: readonly KeyPattern[]): boolean =>
  patterns.some((pattern) => pattern.every((part, at) => key[at] === part))

/** An id of null may be any. */
const matches = (key: readonly unknown[], pattern: KeyPattern, { id, orderId }: Change): boolean =>
  pattern.every((part, at) => {
    if (part === ':id') return id === null || key[at] === id
    if (part === ':order') return orderId === null || key[at] === orderId
    return key[at] === part
  })
