package javax.annotation;

/** The annotation that Java 11 dropped and generated sources carry; it holds nothing when they run. */
public @interface Generated {
  String[] value();

  String comments() default "";
}
