// Import rules. `tools/fence.ts` runs them, counts the modules it read and checks that planted violations are caught.
const webModule = '^apps/web/src/modules/([^/]+)/'
const module = '^apps/server/src/modules/([^/]+)/'
// Pure rules import other pure rules directly, because a `public.ts` also imports the database.
const pure = '\\.(rules|policy)\\.ts$'
const tests = '\\.(test|fixtures)\\.ts$'
const never = (name, from, to) => ({ name, severity: 'error', from, to })
const storage = '\\.(store|reads|queries|demo)\\.ts$|/platform/|/test/|/module\\.ts$'
const deps = '(\\.routes|/module)\\.ts$|/platform/http/|/test/|\\.test\\.ts$|/main\\.ts$|/compose\\.ts$'

/**
 * Server modules and the modules that each one uses through `public.ts`. `tools/fence.ts` checks that there is no
 * cycle.
 */
export const moduleGraph = {
  alarms: ['machine-states', 'maintenance', 'telemetry'],
  assemblies: ['orders', 'projects'],
  audit: [],
  bolts: ['orders'],
  coating: ['inbox', 'quality-records'],
  conformity: ['coating', 'quality-records', 'welding'],
  'customer-links': ['inspection', 'model', 'orders', 'quality-documents'],
  dashboard: ['displays', 'production', 'production-reports', 'work-calendar'],
  displays: ['machines', 'planning', 'production', 'work-calendar'],
  drawings: ['orders'],
  erection: ['orders', 'production', 'shipping'],
  identity: [],
  inbox: ['identity'],
  inspection: ['inbox', 'quality-records', 'standards'],
  labour: ['orders', 'production-reports', 'purchasing', 'steel-profiles', 'subcontracting'],
  live: [],
  'machine-states': ['work-calendar'],
  machines: ['machine-states'],
  maintenance: ['inbox', 'work-calendar'],
  material: ['inbox', 'quality-records', 'steel-profiles'],
  model: ['drawings', 'orders', 'production'],
  ncr: ['inbox', 'inspection', 'quality-records'],
  nesting: ['material', 'order-import', 'parts', 'quality-records', 'steel-profiles'],
  oee: ['machine-states', 'work-calendar'],
  'order-documents': ['inbox', 'order-import', 'orders'],
  'order-import': ['assemblies', 'bolts', 'inbox', 'orders', 'production', 'projects', 'steel-profiles'],
  orders: ['inbox', 'projects'],
  parts: ['assemblies', 'material', 'orders', 'quality-records', 'steel-profiles'],
  planning: [],
  printing: ['orders', 'production'],
  production: [
    'assemblies',
    'drawings',
    'inbox',
    'orders',
    'parts',
    'planning',
    'projects',
    'steel-profiles',
  ],
  'production-reports': ['orders', 'work-calendar'],
  projects: [],
  plates: ['material', 'nesting', 'order-import', 'parts', 'quality-records', 'steel-profiles'],
  purchasing: ['bolts', 'material', 'nesting', 'quality-records', 'steel-profiles'],
  'quality-documents': [
    'coating',
    'conformity',
    'inspection',
    'ncr',
    'quality-records',
    'trial-assembly',
    'welding',
  ],
  'quality-records': ['assemblies'],
  'quality-statistics': ['ncr', 'quality-records', 'welding'],
  shipping: ['orders', 'production'],
  simulator: [],
  standards: [],
  'steel-profiles': [],
  subcontracting: ['production', 'quality-records'],
  system: [],
  telemetry: [],
  'trial-assembly': ['orders', 'quality-records'],
  views: [],
  wall: [
    'alarms',
    'coating',
    'displays',
    'inspection',
    'machine-states',
    'machines',
    'maintenance',
    'model',
    'ncr',
    'oee',
    'orders',
    'planning',
    'production',
    'production-reports',
    'quality-records',
    'quality-statistics',
    'shipping',
    'telemetry',
    'welding',
    'work-calendar',
  ],
  welding: ['ncr', 'quality-records'],
  'work-calendar': [],
}

export default {
  forbidden: [
    never('no-cycles', {}, { circular: true }),
    never(
      'modules-through-public',
      { path: module, pathNot: [tests, pure] },
      { path: module, pathNot: ['^apps/server/src/modules/$1/', '/public\\.ts$'] },
    ),
    never(
      'app-through-public',
      { path: '^apps/server/src/app/', pathNot: tests },
      { path: module, pathNot: '/(module|public)\\.ts$' },
    ),
    never(
      'pages-are-entries',
      { path: webModule, pathNot: [tests, '\\.public\\.tsx$'] },
      { path: '\\.page\\.tsx$' },
    ),
    never(
      'app-through-pages',
      { path: '^apps/web/src/app/', pathNot: tests },
      { path: webModule, pathNot: '\\.(page|public|queries)\\.tsx?$' },
    ),
    never(
      'rules-are-pure',
      { path: pure },
      { pathNot: ['\\.(rules|policy|types)\\.ts$', '^packages/', '/platform/(result|auth/actor)'] },
    ),
    never(
      'only-storage-speaks-sql',
      { path: '^apps/server/src', pathNot: storage },
      { path: 'node_modules/(pg|@electric-sql)/' },
    ),
    never(
      'only-doors-speak-http',
      { path: '^apps/server/src', pathNot: deps },
      { path: 'node_modules/(fastify|@fastify)/' },
    ),
    never(
      'platform-knows-no-module',
      { path: '^apps/server/src/platform/' },
      { path: '^apps/server/src/(modules|app)/' },
    ),
    never(
      'modules-know-no-app',
      { path: [module, webModule], pathNot: tests },
      { path: '^apps/(server|web)/src/app/' },
    ),
    never(
      'shared-knows-no-module',
      { path: '^apps/web/src/shared/' },
      { path: '^apps/web/src/(modules|app)/' },
    ),
    never(
      'contract-stands-alone',
      { path: '^packages/contract/', pathNot: '\\.test\\.ts$' },
      { pathNot: ['^packages/(contract|domain)/', 'node_modules/zod/'] },
    ),
    never(
      'domain-stands-alone',
      { path: '^packages/domain/', pathNot: '\\.test\\.ts$' },
      { pathNot: '^packages/domain/' },
    ),
    never(
      'dictionary-stands-alone',
      { path: '^packages/dictionary/', pathNot: '\\.test\\.ts$' },
      { pathNot: ['^packages/dictionary/', 'node_modules/i18next/'] },
    ),
    never('web-never-sees-server', { path: '^apps/web/' }, { path: '^apps/server/' }),
    never('server-never-sees-web', { path: '^apps/server/' }, { path: '^apps/web/' }),
    never('wall-stays-light', { path: '^apps/web/src/wall/' }, { path: 'node_modules/(antd|@ant-design)/' }),
    never('no-unresolved', {}, { couldNotResolve: true, pathNot: '^node:' }),
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^apps/[^/]+/dist/' },
    enhancedResolveOptions: {
      conditionNames: ['import', 'node', 'default'],
      exportsFields: ['exports'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
}
