/** Classifies graphics renderers and adapters by name. */

/** Software rasterizers of Chromium, Mesa, Windows and Apple. */
const SOFTWARE =
  /swiftshader|llvmpipe|softpipe|lavapipe|microsoft basic render|mesa offscreen|\bwarp\b|apple software renderer|software rasterizer|software adapter/i

/** Adapters of virtual machines and remote desktops. */
const VIRTUAL =
  /svga3d|virtualbox|vmware|parallels|virgl|virtio|\bqxl\b|hyper-v|microsoft remote display|citrix/i

export const isSoftware = (renderers: readonly string[]): boolean =>
  renderers.some((name) => SOFTWARE.test(name))
export const isVirtual = (renderers: readonly string[]): boolean =>
  renderers.some((name) => VIRTUAL.test(name))
