import { constants, cpSync, mkdtempSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type RunningServer, type SignedIn, signInOverApi, startServer } from './app.ts'

/** A server on a copy of the demo factory. It can be stopped and restarted at the same address. */
export class DemoServer {
  readonly url: string
  readonly #folder: string
  readonly #env: Readonly<Record<string, string>>
  readonly #people = new Map<string, Promise<SignedIn>>()
  #running: RunningServer | null

  private constructor(running: RunningServer, folder: string, env: Readonly<Record<string, string>>) {
    this.url = running.url
    this.#running = running
    this.#folder = folder
    this.#env = { ...env, PORT: new URL(running.url).port }
  }

  /** `demoFolder`: the data folder to copy. The copy is placed beside it and deleted at the end. */
  static async create(demoFolder: string, env: Readonly<Record<string, string>> = {}): Promise<DemoServer> {
    const folder = mkdtempSync(join(dirname(demoFolder), 'copy-'))
    cpSync(demoFolder, folder, { recursive: true, mode: constants.COPYFILE_FICLONE })
    return new DemoServer(await startServer(folder, env), folder, env)
  }

  /** Stops the server like a supervisor. */
  async stop(): Promise<void> {
    await this.#running?.stop()
    this.#running = null
  }

  /** Starts the server if it is not running. */
  async start(): Promise<void> {
    this.#running ??= await startServer(this.#folder, this.#env)
  }

  async remove(): Promise<void> {
    await this.#running?.kill()
    rmSync(this.#folder, { recursive: true, force: true })
  }

  /** A session shared by windows and test files. */
  async personOf(username: string): Promise<SignedIn> {
    const person = this.#people.get(username) ?? signInOverApi(this.url, username)
    this.#people.set(username, person)
    return person
  }
}
