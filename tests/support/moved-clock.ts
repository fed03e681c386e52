// Loaded into a process before all else (`--import`), and so into its threads, the embedded database's among them: its
// computer's clock goes right, but is CLOCK_OFFSET_MS away from the true one.
const offset = Number(process.env['CLOCK_OFFSET_MS'])
if (!Number.isFinite(offset)) throw new Error('CLOCK_OFFSET_MS says how far the clock is moved')

const trueNow = Date.now
const now = (): number => trueNow() + offset
Date.now = now

const Moved: DateConstructor = new Proxy(Date, {
  construct: (date, given: [], target) =>
    Reflect.construct(date, given.length === 0 ? [now()] : given, target === Moved ? date : target) as Date,
  apply: () => new Date(now()).toString(),
})
Object.defineProperty(Date.prototype, 'constructor', { value: Moved })
globalThis.Date = Moved
