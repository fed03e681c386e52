import type { GeometryChunk } from '@cloud-factory/domain/model/geometry-chunk'
import {
  Box3,
  DirectionalLight,
  HemisphereLight,
  PerspectiveCamera,
  Plane,
  Raycaster,
  Scene,
  Vector2,
  Vector3,
  WebGLRenderer,
} from 'three'
import { OrbitControls } from 'three/addons/controls/OrbitControls.js'
import type { Paint } from './member-view.rules.ts'
import { Portion } from './portion.ts'

/** `share`: from 0, everything is cut away, to 1. */
export interface Section {
  readonly axis: 'x' | 'y' | 'z'
  readonly share: number
}

export interface SceneEvents {
  /** Pointer or finger chose a member; null: none is there. */
  readonly onPick: (member: number | null) => void
  /** The browser took the graphics away; true: gave them back. */
  readonly onContext: (isThere: boolean) => void
}

/** A pointer that moves further turns the view, px. */
const clickSlack = 5
const viewAngle = 45

/** The graphics of a canvas; null: this browser has no WebGL. */
export const graphicsOf = (canvas: HTMLCanvasElement): WebGL2RenderingContext | null =>
  canvas.getContext('webgl2', { antialias: true, alpha: true })

/** The model on a canvas. It is drawn only when something changed. */
export class ModelScene {
  readonly #renderer: WebGLRenderer
  readonly #scene = new Scene()
  readonly #camera = new PerspectiveCamera(viewAngle, 1, 0.1, 10_000)
  readonly #controls: OrbitControls
  readonly #portions: Portion[] = []
  readonly #box = new Box3()
  readonly #events: SceneEvents
  readonly #ended = new AbortController()
  readonly #size: ResizeObserver
  #section: Section | null = null
  #frame = 0
  #paint: Paint | null = null

  constructor(canvas: HTMLCanvasElement, context: WebGL2RenderingContext, events: SceneEvents) {
    this.#events = events
    this.#renderer = new WebGLRenderer({ canvas, context, antialias: true, alpha: true })
    this.#camera.up.set(0, 0, 1)
    this.#controls = new OrbitControls(this.#camera, canvas)
    this.#controls.listenToKeyEvents(canvas)
    this.#controls.addEventListener('change', () => this.#draw())
    const sun = new DirectionalLight(0xffffff, 1.6)
    sun.position.set(0.4, -0.7, 1)
    this.#scene.add(sun, new HemisphereLight(0xffffff, 0x667788, 1.7))
    this.#size = new ResizeObserver(() => this.#resize())
    this.#size.observe(canvas)
    this.#listen(canvas)
  }

  add(chunk: GeometryChunk): void {
    const isFirst = this.#portions.length === 0
    const portion = new Portion(chunk)
    this.#portions.push(portion)
    this.#scene.add(portion.solid, portion.ghost)
    this.#box.union(portion.box)
    if (this.#paint !== null) portion.paint(this.#paint)
    if (isFirst) this.fit()
    this.#cut()
    this.#draw()
  }

  /** Colours all members. */
  paint(paint: Paint): void {
    this.#paint = paint
    for (const portion of this.#portions) portion.paint(paint)
    this.#draw()
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
    this.#draw()
  }

  section(section: Section | null): void {
    this.#section = section
    this.#cut()
    this.#draw()
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

  /** The picture as it is shown. */
  picture(): Promise<Blob | null> {
    this.#renderer.render(this.#scene, this.#camera)
    return new Promise((resolve) => this.#renderer.domElement.toBlob(resolve))
  }

  dispose(): void {
    this.#ended.abort()
    this.#size.disconnect()
    cancelAnimationFrame(this.#frame)
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
        if (moved <= clickSlack && event.button === 0) this.#events.onPick(this.#memberAt(event))
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
        this.#draw()
      },
      { signal },
    )
  }

  #memberAt({ clientX, clientY }: PointerEvent): number | null {
    const { left, top, width, height } = this.#renderer.domElement.getBoundingClientRect()
    const at = new Vector2(((clientX - left) / width) * 2 - 1, 1 - ((clientY - top) / height) * 2)
    const caster = new Raycaster()
    caster.setFromCamera(at, this.#camera)
    const planes = this.#renderer.clippingPlanes
    const hits = this.#portions.flatMap((portion) => portion.hit(caster.ray, planes) ?? [])
    const nearest = hits.toSorted((a, b) => a.distance - b.distance)[0]
    return nearest?.member ?? null
  }

  #resize(): void {
    const { clientWidth, clientHeight } = this.#renderer.domElement
    if (clientWidth === 0 || clientHeight === 0) return
    this.#renderer.setPixelRatio(Math.min(2, window.devicePixelRatio))
    this.#renderer.setSize(clientWidth, clientHeight, false)
    this.#camera.aspect = clientWidth / clientHeight
    this.#camera.updateProjectionMatrix()
    this.#draw()
  }

  #draw(): void {
    if (this.#frame !== 0) return
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0
      this.#renderer.render(this.#scene, this.#camera)
    })
  }
}
