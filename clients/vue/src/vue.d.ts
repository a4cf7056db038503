/**
 * The functions of Vue that the composable uses, so that it compiles without Vue. The declarations of the package import
 * the types of the installed Vue.
 */
declare module 'vue' {
  interface Ref<Value> {
    value: Value
  }
  type ShallowRef<Value> = Ref<Value>
  function ref<Value>(value: Value): Ref<Value>
  function shallowRef<Value>(value: Value): ShallowRef<Value>
  function readonly<Value>(value: Ref<Value>): Readonly<Ref<Value>>
  function onMounted(hook: () => unknown): void
}
