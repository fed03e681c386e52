// Builds what tests copy: the migrated database and the demo factory, once per state of their sources.
import { demoFactory } from '../../apps/server/test/app.ts'

await demoFactory()
