// Who may import whom. `tools/fence.ts` runs it, counts the modules it saw and checks that planted violations are caught.
const feature = '^apps/(server|web)/src/features/([^/]+)/'
const never = (name, from, to) => ({ name, severity: 'error', from, to })
const storage = '\\.(store|reads|tables|demo)\\.ts$|/platform/|/test/|\\.feature\\.ts$'
const deps = '\\.(routes|feature)\\.ts$|/platform/http/|/test/|\\.test\\.ts$|/main\\.ts$|/compose\\.ts$'

export default {
  forbidden: [
    never('no-cycles', {}, { circular: true }),
    never(
      'features-are-islands',
      { path: feature },
      { path: '^apps/$1/src/features/', pathNot: '^apps/$1/src/features/$2/' },
    ),
    never(
      'features-have-one-door',
      { path: '^apps/[^/]+/src/app/' },
      { path: feature, pathNot: '\\.(feature|public)\\.tsx?$' },
    ),
    never(
      'rules-are-pure',
      { path: '\\.rules\\.ts$' },
      { pathNot: ['\\.(rules|types)\\.ts$', '^packages/contract/', '/platform/result'] },
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
      'platform-knows-no-feature',
      { path: '^apps/server/src/platform/' },
      { path: '^apps/server/src/(features|app)/' },
    ),
    never(
      'shared-knows-no-feature',
      { path: '^apps/web/src/shared/' },
      { path: '^apps/web/src/(features|app)/' },
    ),
    never(
      'contract-stands-alone',
      { path: '^packages/contract/', pathNot: '\\.test\\.ts$' },
      { pathNot: ['^packages/contract/', 'node_modules/zod/'] },
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
