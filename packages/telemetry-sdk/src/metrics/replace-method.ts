/**
 * An object as it is but for one method. The others run on the object itself, never on what is given here: they may use
 * private fields.
 */
export function replaceMethod<T extends object>(object: T, replaced: keyof T, method: unknown): T {
  return new Proxy(object, {
    get(target, name) {
      if (name === replaced) return method;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}
