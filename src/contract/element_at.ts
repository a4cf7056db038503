/** An element that exists: the caller knows the length. Loops over many numbers index directly, which is faster. */
export const elementAt = <Element>(list: ArrayLike<Element>, index: number): Element => list[index] as Element
