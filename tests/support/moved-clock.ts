// Preloaded into a process (`--import`) and its threads, including those of the embedded database. Shifts the clock
// by CLOCK_OFFSET_MS; it runs at normal speed.
const offset = Number(process.env['CLOCK_OFFSET_MS'])
if (!Number.isFinite(offset)) throw new Error('CLOCK_OFFSET_MS says how far the clock is moved')

const trueNow = Date.now
const now = (): number => trueNow() + offset
Date.now = now

const Moved: DateConstructor = new Proxy(Date, {
  construct: (date, args: [], target) =>
    Reflect.construct(date, args.length === 0 ? [now()] : args, target === Moved ? date : target) as Date,
  apply: () => new Date(now()).toString(),
})
Object.defineProperty(Date.prototype, 'constructor', { value: Moved })
globalThis.Date = Moved
