import type { PerspectiveCamera, Scene, WebGLRenderer } from 'three'
import { type Detail, DrawingPace, fine, whenDrawn } from './drawing-pace.ts'
import type { Portion } from './portion.ts'

/** After so long without a change the view stands still, ms. */
const stillAfterMs = 250

/** More than two pixels for one of the page cost time and are not seen. */
const maxPixels = 2
const pixelRatio = ({ pixels }: Detail): number =>
  Math.min(maxPixels, Math.min(maxPixels, window.devicePixelRatio) * pixels)

/** Draws as much as this machine draws quickly while something changes, and everything when the view stands still. */
export class PacedDrawing {
  /** Called after each drawing while something changes. */
  onDrawn: (() => void) | null = null
  readonly #renderer: WebGLRenderer
  readonly #scene: Scene
  readonly #camera: PerspectiveCamera
  readonly #portions: Portion[] = []
  readonly #pace = new DrawingPace()
  #detail = this.#pace.whileMoving
  #isTimed = false
  #isHeld = false
  #still: ReturnType<typeof setTimeout> | undefined
  #frame = 0

  constructor(renderer: WebGLRenderer, scene: Scene, camera: PerspectiveCamera) {
    this.#renderer = renderer
    this.#scene = scene
    this.#camera = camera
  }

  show(portion: Portion): void {
    portion.setCoarse(this.#detail.isCoarse)
    this.#portions.push(portion)
  }

  resize(width: number, height: number): void {
    this.#renderer.setPixelRatio(pixelRatio(this.#detail))
    this.#renderer.setSize(width, height, false)
    this.#pace.forget()
  }

  /** While a pointer holds the view it moves on. */
  hold(isHeld: boolean): void {
    this.#isHeld = isHeld
    this.#drawAllSoon()
  }

  /** With the next frame. */
  draw(): void {
    clearTimeout(this.#still)
    if (this.#frame !== 0) return
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0
      this.#render(this.#pace.whileMoving)
      this.onDrawn?.()
      this.#drawAllSoon()
    })
  }

  /** At once, for a picture. */
  drawFine(): void {
    this.#render(fine)
  }

  end(): void {
    cancelAnimationFrame(this.#frame)
    clearTimeout(this.#still)
  }

  #drawAllSoon(): void {
    clearTimeout(this.#still)
    if (this.#isHeld) return
    this.#still = setTimeout(() => {
      const { whenStill } = this.#pace
      if (this.#frame === 0 && this.#detail !== whenStill) this.#render(whenStill)
    }, stillAfterMs)
  }

  #render(detail: Detail): void {
    if (detail.pixels !== this.#detail.pixels) this.#renderer.setPixelRatio(pixelRatio(detail))
    if (detail.isCoarse !== this.#detail.isCoarse)
      for (const portion of this.#portions) portion.setCoarse(detail.isCoarse)
    this.#detail = detail
    const began = performance.now()
    this.#renderer.render(this.#scene, this.#camera)
    if (this.#isTimed || this.#portions.length === 0) return
    const graphics = this.#renderer.getContext() as WebGL2RenderingContext
    this.#isTimed = whenDrawn(graphics, began, (ms) => {
      this.#isTimed = false
      this.#pace.took(detail, ms)
    })
  }
}
