/** What the names of graphics renderers and adapters tell. */

/** Rasterisers of Chromium, Mesa, Windows and Apple that run on the processor. */
const SOFTWARE =
  /swiftshader|llvmpipe|softpipe|lavapipe|microsoft basic render|mesa offscreen|\bwarp\b|apple software renderer|software rasterizer|software adapter/i

/** Adapters that a virtual machine or a remote desktop offers. */
const VIRTUAL =
  /svga3d|virtualbox|vmware|parallels|virgl|virtio|\bqxl\b|hyper-v|microsoft remote display|citrix/i

export const isSoftware = (renderers: readonly string[]): boolean =>
  renderers.some((name) => SOFTWARE.test(name))
export const isVirtual = (renderers: readonly string[]): boolean =>
  renderers.some((name) => VIRTUAL.test(name))
