// A folder of drawings: `node bench/drawings.ts [FILES]`. Generates the files in memory, uploads them to a server of its own with the embedded database,
// twenty a request and two requests at a time as the browser does, and adds what was matched. Of ten files seven have number and
// revision in their name, two only in the title block, one has no number of the order.
import { performance } from 'node:perf_hooks'
import { testApp } from '../apps/server/test/app.ts'
import { multipart } from '../apps/server/test/multipart.ts'
import { drawingPdf, titleBlock } from '../apps/server/src/modules/drawings/drawings.fixtures.ts'
import { sql } from 'kysely'

const total = Number(process.argv[2] ?? 5000)
const filesAtOnce = 20
const app = await testApp({ demo: 'all' })
const { token } = await app.signIn('planner')
const headers = { authorization: token }
const orders = await app.inject({ url: '/api/orders?status=in_production&pageSize=1', headers })
const orderId: string = orders.json().items[0].id
const numberOf = (at: number) => `BN-${String(at).padStart(5, '0')}`
await app.database.db.tx((write) =>
  sql`insert into marks (plant_id, order_id, mark, name, kind, profile, quantity, weight_source, updated_by_name)
    select plant_id, id, mark, 'bench', 'beam', '', 1, 'none', '' from orders
    cross join unnest(${Array.from({ length: total }, (_, at) => numberOf(at))}::text[]) mark where id = ${orderId}`.execute(
    write,
  ),
)

const notes = Array.from(
  { length: 150 },
  (_, at) => [`note ${at} 12x300`, 20 + (at % 5) * 120, 580 - at * 3] as const,
)
const fileOf = (at: number): readonly [string, string] => {
  const isUnknown = at % 10 === 9
  const pdf = drawingPdf([[...notes, ...titleBlock(isUnknown ? `OTHER${at}` : numberOf(at), 'A')]])
  if (at % 10 < 7) return [`${numberOf(at).replace('-', '')}_RevA.pdf`, pdf]
  return [`scan ${at}.pdf`, pdf]
}

async function upload(from: number): Promise<void> {
  const files = Array.from({ length: Math.min(filesAtOnce, total - from) }, (_, at) => fileOf(from + at))
  const form = multipart('files', files, {})
  const url = `/api/orders/${orderId}/drawing-files`
  const all = { ...form.headers, ...headers }
  const reply = await app.inject({ method: 'POST', url, headers: all, payload: form.payload })
  if (reply.statusCode !== 201) throw new Error(reply.body)
}

const began = performance.now()
const starts = Array.from({ length: Math.ceil(total / filesAtOnce) }, (_, at) => at * filesAtOnce)
const next = async (): Promise<void> => {
  const from = starts.shift()
  if (from === undefined) return
  await upload(from)
  return next()
}
await Promise.all([next(), next()])
const uploaded = performance.now()
const list = await app.inject({ url: `/api/orders/${orderId}/drawing-files`, headers })
const listed = performance.now()
const url = `/api/orders/${orderId}/drawing-files/confirm`
const confirmed = await app.inject({ method: 'POST', url, headers, payload: {} })
const seconds = (from: number, to: number) => Math.round((to - from) / 100) / 10
console.log({
  files: total,
  counts: list.json().counts,
  matchedShare: list.json().ready / total,
  confirmed: confirmed.json(),
  uploadSeconds: seconds(began, uploaded),
  listSeconds: seconds(uploaded, listed),
  confirmSeconds: seconds(listed, performance.now()),
  peakMb: Math.round(process.resourceUsage().maxRSS / 1024),
})
await app.close()
