import type { GeometryChunk } from '@cloud-factory/domain/model/geometry-chunk'
import {
  Box3,
  DirectionalLight,
  HemisphereLight,
  PerspectiveCamera,
  Plane,
  Ray,
  Raycaster,
  Scene,
  Vector2,
  Vector3,
  WebGLRenderer,
} from 'three'
import { OrbitControls } from 'three/addons/controls/OrbitControls.js'
import type { Paint, Point } from './member-view.rules.ts'
import { PacedDrawing } from './paced-drawing.ts'
import { type Hit, Portion } from './portion.ts'

/** `share`: from 0, everything is cut away, to 1. */
export interface Section {
  readonly axis: 'x' | 'y' | 'z'
  readonly share: number
}

export interface SceneEvents {
  /** Pointer or finger chose a member, and a point of it while measuring; null: none is there. */
  readonly onPick: (member: number | null, point: Point | null) => void
  /** The browser took the graphics away; true: gave them back. */
  readonly onContext: (isThere: boolean) => void
}

/** A pointer that moves further turns the view, px; fingers tremble. */
const clickSlack = { mouse: 5, touch: 12 }
/** Corners so near are meant, px. */
const snap = { mouse: 14, touch: 28 }
/** A corner behind a surface is not visible; readers round, metres. */
const depthSlack = 0.005
const maxCorners = 12
const viewAngle = 45

/** The graphics of a canvas; null: this browser has no WebGL. */
export const graphicsOf = (canvas: HTMLCanvasElement): WebGL2RenderingContext | null =>
  canvas.getContext('webgl2', { antialias: false, alpha: true })

/** The model on a canvas. It is drawn only when something changed, and all of its detail when the view stands still. */
export class ModelScene {
  readonly #renderer: WebGLRenderer
  readonly #scene = new Scene()
  readonly #camera = new PerspectiveCamera(viewAngle, 1, 0.1, 10_000)
  readonly #controls: OrbitControls
  readonly #drawing: PacedDrawing
  readonly #portions: Portion[] = []
  readonly #box = new Box3()
  readonly #events: SceneEvents
  readonly #ended = new AbortController()
  readonly #size: ResizeObserver
  /** Members that are drawn as bars in one of the portions. */
  readonly #withBars = new Set<number>()
  #section: Section | null = null
  #paint: Paint | null = null
  #isMeasuring = false

  constructor(canvas: HTMLCanvasElement, context: WebGL2RenderingContext, events: SceneEvents) {
    this.#events = events
    this.#renderer = new WebGLRenderer({ canvas, context, alpha: true })
    this.#drawing = new PacedDrawing(this.#renderer, this.#scene, this.#camera)
    this.#camera.up.set(0, 0, 1)
    this.#controls = new OrbitControls(this.#camera, canvas)
    this.#controls.listenToKeyEvents(canvas)
    this.#controls.addEventListener('change', () => this.#drawing.draw())
    this.#controls.addEventListener('start', () => this.#drawing.hold(true))
    this.#controls.addEventListener('end', () => this.#drawing.hold(false))
    const sun = new DirectionalLight(0xffffff, 1.6)
    sun.position.set(0.4, -0.7, 1)
    this.#scene.add(sun, new HemisphereLight(0xffffff, 0x667788, 1.7))
    this.#size = new ResizeObserver(() => this.#resize())
    this.#size.observe(canvas)
    this.#listen(canvas)
  }

  add(chunk: GeometryChunk): void {
    if (chunk.parts.length === 0) return
    const isFirst = this.#portions.length === 0
    const portion = new Portion(chunk, this.#withBars)
    this.#portions.push(portion)
    this.#scene.add(...portion.meshes)
    this.#drawing.show(portion)
    this.#box.union(portion.box)
    if (this.#paint !== null) portion.paint(this.#paint)
    if (isFirst) this.fit()
    this.#cut()
    this.#drawing.draw()
  }

  /** Colours all members. */
  paint(paint: Paint): void {
    this.#paint = paint
    const changed = this.#portions.filter((portion) => portion.paint(paint))
    if (changed.length > 0) this.#drawing.draw()
  }

  /** Looks at a box, lower and upper corner, otherwise at everything. */
  fit(box?: readonly number[]): void {
    const [x0 = 0, y0 = 0, z0 = 0, x1 = 0, y1 = 0, z1 = 0] = box ?? []
    const target = box === undefined ? this.#box : new Box3(new Vector3(x0, y0, z0), new Vector3(x1, y1, z1))
    if (target.isEmpty()) return
    const middle = target.getCenter(new Vector3())
    const radius = Math.max(0.5, target.getSize(new Vector3()).length() / 2)
    const narrow = Math.min(1, this.#camera.aspect)
    const distance = radius / Math.sin(((viewAngle / 2) * Math.PI) / 180) / narrow
    const from =
      box === undefined
        ? new Vector3(-0.55, -1, 0.6)
        : this.#camera.position.clone().sub(this.#controls.target)
    this.#controls.target.copy(middle)
    this.#camera.position.copy(middle).addScaledVector(from.normalize(), distance)
    const size = Math.max(radius, this.#box.getSize(new Vector3()).length())
    this.#camera.near = size / 2000
    this.#camera.far = distance + size * 4
    this.#camera.updateProjectionMatrix()
    this.#controls.update()
    this.#drawing.draw()
  }

  /** Where the model is cut; null: nowhere. */
  get cutAt(): Section | null {
    return this.#section
  }

  section(section: Section | null): void {
    this.#section = section
    this.#cut()
    this.#drawing.draw()
  }

  #cut(): void {
    const section = this.#section
    if (section === null) {
      this.#renderer.clippingPlanes = []
      return
    }
    const { axis, share } = section
    const { min, max } = this.#box
    const normal = new Vector3()
    normal[axis] = -1
    // A little more than everything, so that nothing is cut at the end of the slider.
    this.#renderer.clippingPlanes = [new Plane(normal, min[axis] + (max[axis] - min[axis]) * share + 0.01)]
  }

  /** The canvas as it is shown; it is empty again when the browser goes on. */
  drawn(): HTMLCanvasElement {
    this.#drawing.drawFine()
    return this.#renderer.domElement
  }

  dispose(): void {
    this.#ended.abort()
    this.#size.disconnect()
    this.#drawing.end()
    this.#controls.dispose()
    for (const portion of this.#portions) portion.dispose()
    this.#renderer.dispose()
  }

  #listen(canvas: HTMLCanvasElement): void {
    const { signal } = this.#ended
    let from: readonly [number, number] = [0, 0]
    canvas.addEventListener('pointerdown', (event) => (from = [event.clientX, event.clientY]), { signal })
    canvas.addEventListener(
      'pointerup',
      (event) => {
        const moved = Math.hypot(event.clientX - from[0], event.clientY - from[1])
        const slack = event.pointerType === 'touch' ? clickSlack.touch : clickSlack.mouse
        if (moved <= slack && event.button === 0) this.#pick(event)
      },
      { signal },
    )
    canvas.addEventListener(
      'webglcontextlost',
      (event) => {
        // Without this the browser never gives the graphics back.
        event.preventDefault()
        this.#events.onContext(false)
      },
      { signal },
    )
    canvas.addEventListener(
      'webglcontextrestored',
      () => {
        this.#events.onContext(true)
        this.#drawing.draw()
      },
      { signal },
    )
  }

  #pick(event: PointerEvent): void {
    const { ray } = this.#casterAt(event)
    const hit = this.#hit(ray)
    const reach = event.pointerType === 'touch' ? snap.touch : snap.mouse
    this.#events.onPick(hit?.member ?? null, this.#isMeasuring ? this.#pointNear(ray, reach, hit) : null)
  }

  #casterAt({ clientX, clientY }: PointerEvent): Raycaster {
    const { left, top, width, height } = this.#renderer.domElement.getBoundingClientRect()
    const at = new Vector2(((clientX - left) / width) * 2 - 1, 1 - ((clientY - top) / height) * 2)
    const caster = new Raycaster()
    caster.setFromCamera(at, this.#camera)
    return caster
  }

  #hit(ray: Ray): Hit | null {
    const planes = this.#renderer.clippingPlanes
    const hits = this.#portions.flatMap((portion) => portion.hit(ray, planes) ?? [])
    return hits.toSorted((a, b) => a.distance - b.distance)[0] ?? null
  }

  /** The nearest corner in sight within so many pixels, otherwise the point of the surface. */
  #pointNear(ray: Ray, pixels: number, hit: Hit | null): Point | null {
    const spread =
      (pixels * 2 * Math.tan((viewAngle * Math.PI) / 360)) / this.#renderer.domElement.clientHeight
    const planes = this.#renderer.clippingPlanes
    const corner = this.#portions
      .flatMap((portion) => portion.cornersNear(ray, spread))
      .filter(({ at }) => planes.every((plane) => plane.distanceToPoint(at) >= 0))
      .toSorted((a, b) => a.angle - b.angle)
      .slice(0, maxCorners)
      .find(({ at }) => {
        const distance = at.distanceTo(ray.origin)
        const before = this.#hit(new Ray(ray.origin, at.clone().sub(ray.origin).normalize()))
        return before === null || before.distance >= distance - depthSlack
      })
    const point = corner?.at ?? (hit === null ? null : ray.at(hit.distance, new Vector3()))
    return point === null ? null : [point.x, point.y, point.z]
  }

  /** Where a point is on the canvas, px; null: behind the viewer. */
  project([x, y, z]: Point): readonly [x: number, y: number] | null {
    const { clientWidth, clientHeight } = this.#renderer.domElement
    const at = new Vector3(x, y, z).project(this.#camera)
    return at.z > 1 ? null : [((at.x + 1) / 2) * clientWidth, ((1 - at.y) / 2) * clientHeight]
  }

  /** Clicks choose points, and the listener is called after each drawing, until what is returned is called. */
  measure(listener: () => void): () => void {
    this.#isMeasuring = true
    this.#drawing.onDrawn = listener
    return () => {
      this.#isMeasuring = false
      this.#drawing.onDrawn = null
    }
  }

  #resize(): void {
    const { clientWidth, clientHeight } = this.#renderer.domElement
    if (clientWidth === 0 || clientHeight === 0) return
    this.#drawing.resize(clientWidth, clientHeight)
    this.#camera.aspect = clientWidth / clientHeight
    this.#camera.updateProjectionMatrix()
    this.#drawing.draw()
  }
}
