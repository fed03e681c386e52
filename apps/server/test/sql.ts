/** Raw SQL for tests outside the server's folder, where no command or query provides it. */
export { sql } from 'kysely'
