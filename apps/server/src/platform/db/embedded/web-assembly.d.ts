/** The part of WebAssembly that the server uses. Node's types lack it, and those of browsers declare much that Node lacks. */
declare namespace WebAssembly {
  type Module = object
  function compile(bytes: Uint8Array): Promise<Module>
}
