// The sender in a process of its own, so that it does not take the server's time: started by `load-process.ts`.
import { type Load, runLoad } from './load-machines.ts'

const sent = await runLoad(JSON.parse(process.argv[2] ?? '{}') as Load)
process.send?.(sent)
process.disconnect()
