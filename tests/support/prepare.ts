// Makes what tests copy and would otherwise wait for: the migrated database and the demo factory, once for each state of
// their sources.
import { demoFactory } from '../../apps/server/test/app.ts'

await demoFactory()
