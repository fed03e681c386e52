// What a page draws with WebGL, in a browser without a graphics card; for any page, also those of others.
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { type Browser, type CDPSession, chromium, type Page } from 'playwright-core'
import { chromiumPath } from '../../tests/support/browser.ts'

/** WebGL by the processor; scripts are optimised while they run, as with a person. */
export async function openGraphics(): Promise<Browser> {
  if (chromiumPath === null) throw new Error('no Chromium here')
  const graphics = ['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader']
  const quiet = ['--no-sandbox', '--no-first-run', '--disable-background-networking', '--lang=zh-CN']
  return chromium.launch({ executablePath: chromiumPath, args: [...quiet, ...graphics] })
}

interface Drawing {
  /** Frames in which something was drawn. */
  frames: number
  /** Of the last frame. */
  calls: number
  triangles: number
  /** When a frame with more triangles than any before was finished, ms after the page's begin. */
  grown: { at: number; triangles: number }[]
  /** Of the last frame after a buffer was written anew, ms since 1970; 0: none was. */
  changedAt: number
  /** Waits until the graphics have drawn everything. */
  finish: () => void
}
type Watched = Window & { drawing: Drawing }

/** Counts in the page what is drawn, from its begin. */
export async function watchDrawing(page: Page): Promise<void> {
  await page.addInitScript(countDrawing)
}

function countDrawing(): void {
  const api = WebGL2RenderingContext.prototype
  let graphics: WebGL2RenderingContext | null = null
  let frame: { calls: number; triangles: number } | null = null
  let isChanged = false
  const finishAll = () =>
    graphics?.readPixels(0, 0, 1, 1, graphics.RGBA, graphics.UNSIGNED_BYTE, new Uint8Array(4))
  const drawing: Drawing = { frames: 0, calls: 0, triangles: 0, grown: [], changedAt: 0, finish: finishAll }
  Reflect.set(window, 'drawing', drawing)
  const end = (): void => {
    if (frame === null) return
    drawing.frames += 1
    drawing.calls = frame.calls
    drawing.triangles = frame.triangles
    const isMore = frame.triangles > (drawing.grown.at(-1)?.triangles ?? 0)
    const wasChanged = isChanged
    frame = null
    isChanged = false
    if (isMore || wasChanged) finishAll()
    if (isMore) drawing.grown.push({ at: performance.now(), triangles: drawing.triangles })
    if (wasChanged) drawing.changedAt = Date.now()
  }
  const before = (name: string, act: (context: WebGL2RenderingContext, numbers: number[]) => void): void => {
    const original = Reflect.get(api, name) as (...numbers: number[]) => void
    Reflect.set(api, name, function counted(this: WebGL2RenderingContext, ...numbers: number[]) {
      act(this, numbers)
      original.apply(this, numbers)
    })
  }
  const count = (name: string, vertices: number, instances?: number): void =>
    before(name, (context, numbers) => {
      graphics = context
      if (frame === null) {
        frame = { calls: 0, triangles: 0 }
        queueMicrotask(end)
      }
      frame.calls += 1
      const times = instances === undefined ? 1 : (numbers[instances] ?? 1)
      if (numbers[0] === context.TRIANGLES) frame.triangles += ((numbers[vertices] ?? 0) / 3) * times
      if (numbers[0] === context.TRIANGLE_STRIP) frame.triangles += ((numbers[vertices] ?? 0) - 2) * times
    })
  count('drawElements', 1)
  count('drawArrays', 2)
  count('drawElementsInstanced', 1, 4)
  count('drawArraysInstanced', 2, 3)
  before('bufferSubData', () => (isChanged = true))
}

export const drawingOf = (page: Page) =>
  page.evaluate(() => {
    const { frames, calls, triangles, grown, changedAt } = (window as unknown as Watched).drawing
    return { frames, calls, triangles, grown, changedAt }
  })

export const forgetChange = (page: Page): Promise<void> =>
  page.evaluate(() => void ((window as unknown as Watched).drawing.changedAt = 0))

const finish = (page: Page) => page.evaluate(() => (window as unknown as Watched).drawing.finish())

const moveEveryMs = 10
/** More would only wait in the browser. */
const maxPending = 4

/** Turns what is on the canvas with the pointer; returns frames a second. */
export async function orbit(
  page: Page,
  cdp: CDPSession,
  seconds: number,
  canvas = 'canvas',
): Promise<number> {
  const box = await page.locator(canvas).first().boundingBox()
  if (box === null) throw new Error('no canvas')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  const mouse = (type: 'mousePressed' | 'mouseMoved' | 'mouseReleased', at: number) =>
    cdp.send('Input.dispatchMouseEvent', {
      type,
      x: x + Math.sin(at / 60) * box.width * 0.3,
      y: y + Math.sin(at / 47) * box.height * 0.1,
      button: 'left',
      buttons: type === 'mouseReleased' ? 0 : 1,
      clickCount: 1,
    })
  await mouse('mousePressed', 0)
  await finish(page)
  const [before, began] = [await drawingOf(page), performance.now()]
  let pending = 0
  let step = 0
  while (performance.now() - began < seconds * 1000) {
    if (pending < maxPending) {
      pending += 1
      step += 1
      void mouse('mouseMoved', step).finally(() => (pending -= 1))
    }
    await pause(moveEveryMs)
  }
  const after = await drawingOf(page)
  await finish(page)
  const took = (performance.now() - began) / 1000
  await mouse('mouseReleased', step)
  return (after.frames - before.frames) / took
}

export interface PageMemory {
  /** Script objects and buffers in use after a collection, MB. */
  readonly heap: number
  readonly buffers: number
  /** Resident memory of the page's process and of that of its graphics, MB. */
  readonly page: number
  readonly graphics: number
}

export async function memoryOf(cdp: CDPSession): Promise<PageMemory> {
  await cdp.send('HeapProfiler.collectGarbage')
  const usage = (await cdp.send('Runtime.getHeapUsage')) as { usedSize: number; backingStorageSize?: number }
  const mb = (bytes: number) => bytes / 1_048_576
  return {
    heap: mb(usage.usedSize),
    buffers: mb(usage.backingStorageSize ?? 0),
    page: residentMb('--type=renderer'),
    graphics: residentMb('--type=gpu-process'),
  }
}

/** Of the largest process of this browser's with this argument. */
function residentMb(argument: string): number {
  const read = (path: string): string => {
    try {
      return readFileSync(path, 'utf8')
    } catch {
      return ''
    }
  }
  const parentOf = (pid: string) => /^PPid:\s+(\d+)$/m.exec(read(`/proc/${pid}/status`))?.[1] ?? ''
  const isOurs = (pid: string): boolean =>
    pid === String(process.pid) || (pid !== '' && isOurs(parentOf(pid)))
  const sizes = readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid) && read(`/proc/${pid}/cmdline`).includes(argument) && isOurs(pid))
    .map((pid) => Number(/^VmRSS:\s+(\d+)/m.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) / 1024)
  return Math.max(0, ...sizes)
}
