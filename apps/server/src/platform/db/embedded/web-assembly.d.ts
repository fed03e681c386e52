/**
 * The part of WebAssembly that the server uses. Node's types lack it, and the browser types declare much that Node
 * does not have.
 */
declare namespace WebAssembly {
  type Module = object
  function compile(bytes: Uint8Array): Promise<Module>
}
