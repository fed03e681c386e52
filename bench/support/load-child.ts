// The sender in a separate process, so that it does not use the server's time. Started by `load-process.ts`.
import { type Load, runLoad } from './load-machines.ts'

const sent = await runLoad(JSON.parse(process.argv[2] ?? '{}') as Load)
process.send?.(sent)
process.disconnect()
