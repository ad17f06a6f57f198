extension Mobius {
  /// A loop without effects: its update function returns the model.
  public static func beginnerLoop<Model, Event>(
    update: @escaping (Model, Event) -> Model
  ) -> Builder<Model, Event, Never> {
    loop(update: Update { .next(update($0, $1)) }, effectHandler: EffectRouter<Never, Event>().asConnectable)
  }
}
