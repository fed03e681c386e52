/** How the model is drawn: pixels for each one of the screen along each side, and bars in place of members. */
export interface Detail {
  readonly pixels: number
  readonly isCoarse: boolean
}

/** With smooth edges: they cost graphics without a card several times as much when it makes them itself. */
export const fine: Detail = { pixels: 2, isCoarse: false }
const plain: Detail = { pixels: 1, isCoarse: false }
/** What slower and slower machines draw while the view moves. */
const details: readonly Detail[] = [
  plain,
  { pixels: 0.5, isCoarse: false },
  { pixels: 0.5, isCoarse: true },
  { pixels: 0.35, isCoarse: true },
]

/** A view that turns in steps of more than this does not feel like turning. */
const maxFrameMs = 60
/** What takes so long with plain edges can be fine while the view moves, and when it stands still. */
const fineMs = { moving: 12, still: 100 }

/**
 * Chooses how much is drawn by the time that the graphics took: machines with a graphics card draw everything with smooth
 * edges all the time, others less while the view moves.
 */
export class DrawingPace {
  #tookMs = new Map<Detail, number>()

  get whileMoving(): Detail {
    if (this.#isQuick(fineMs.moving) && (this.#tookMs.get(fine) ?? 0) <= maxFrameMs) return fine
    return details.find((one) => (this.#tookMs.get(one) ?? 0) <= maxFrameMs) ?? details.at(-1) ?? plain
  }

  get whenStill(): Detail {
    return this.#isQuick(fineMs.still) ? fine : plain
  }

  #isQuick(ms: number): boolean {
    return (this.#tookMs.get(plain) ?? Infinity) <= ms
  }

  took(detail: Detail, ms: number): void {
    const before = this.#tookMs.get(detail)
    // The machine was busy with something else before.
    if (detail === plain && before !== undefined && ms < before / 2) this.forget()
    this.#tookMs.set(detail, ms)
  }

  /** The picture has another size. */
  forget(): void {
    this.#tookMs = new Map()
  }
}

const pollMs = 4

/** Calls back with the time from `began` until the graphics have drawn everything; returns whether it will. */
export function whenDrawn(gl: WebGL2RenderingContext, began: number, done: (ms: number) => void): boolean {
  const fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0)
  if (fence === null) return false
  gl.flush()
  const poll = (): void => {
    if (gl.clientWaitSync(fence, 0, 0) === gl.TIMEOUT_EXPIRED) return void setTimeout(poll, pollMs)
    gl.deleteSync(fence)
    done(performance.now() - began)
  }
  setTimeout(poll, 0)
  return true
}
