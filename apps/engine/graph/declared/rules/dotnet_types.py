"""Types of .NET and of its most used libraries by namespace, for names that only a using of a whole namespace brings.

A namespace that is listed here is taken to hold no other types than these.
"""

from __future__ import annotations

_TYPES = {
    "System": """
        Action Activator AggregateException AppContext AppDomain ApplicationException ArgumentException ArgumentNullException
        ArgumentOutOfRangeException ArithmeticException Array ArraySegment AsyncCallback Attribute AttributeTargets
        AttributeUsage AttributeUsageAttribute Base64FormattingOptions BitConverter Boolean Buffer Byte CLSCompliant Char
        Comparison Console ConsoleColor ConsoleKey Convert DBNull DateOnly DateTime DateTimeKind DateTimeOffset DayOfWeek
        Decimal Delegate DivideByZeroException Double Enum Environment EnvironmentVariableTarget EventArgs EventHandler
        Exception Flags FlagsAttribute FormatException FormattableString Func GC Guid Half HashCode IAsyncDisposable
        IAsyncResult ICloneable IComparable IConvertible IDisposable IEquatable IFormatProvider IFormattable IObservable
        IObserver IProgress IServiceProvider Index IndexOutOfRangeException Int16 Int32 Int64 IntPtr InvalidCastException
        InvalidOperationException Lazy Math MathF Memory MissingMethodException MulticastDelegate NotImplementedException
        NotSupportedException NullReferenceException Nullable Object ObjectDisposedException Obsolete ObsoleteAttribute
        OperatingSystem OperationCanceledException OutOfMemoryException OverflowException ParamArrayAttribute
        PlatformNotSupportedException Predicate Progress Random Range ReadOnlyMemory ReadOnlySpan SByte STAThread Serializable
        Single Span StackOverflowException String StringComparer StringComparison StringSplitOptions SystemException
        ThreadStatic TimeOnly TimeProvider TimeSpan TimeZoneInfo TimeoutException Tuple Type TypeCode UInt16 UInt32 UInt64
        UIntPtr UnauthorizedAccessException Uri UriBuilder UriComponents UriFormat UriFormatException UriKind UriPartial
        ValueTuple ValueType Version Void WeakReference
    """,
    "System.Collections": """
        ArrayList BitArray Hashtable ICollection IComparer IDictionary IEnumerable IEnumerator IList Queue Stack
    """,
    "System.Collections.Generic": """
        CollectionExtensions Comparer Dictionary EqualityComparer HashSet IAsyncEnumerable IAsyncEnumerator ICollection
        IComparer IDictionary IEnumerable IEnumerator IEqualityComparer IList IReadOnlyCollection IReadOnlyDictionary
        IReadOnlyList IReadOnlySet ISet KeyNotFoundException KeyValuePair LinkedList LinkedListNode List PriorityQueue Queue
        SortedDictionary SortedList SortedSet Stack
    """,
    "System.Collections.Concurrent": """
        BlockingCollection ConcurrentBag ConcurrentDictionary ConcurrentQueue ConcurrentStack Partitioner
    """,
    "System.Collections.ObjectModel": """
        Collection KeyedCollection ObservableCollection ReadOnlyCollection ReadOnlyDictionary
    """,
    "System.ComponentModel": """
        BindingList Browsable CancelEventArgs DefaultValue Description DescriptionAttribute DesignerCategory DisplayName
        DisplayNameAttribute EditorBrowsable EditorBrowsableState INotifyPropertyChanged INotifyPropertyChanging
        PropertyChangedEventArgs PropertyChangedEventHandler TypeConverter TypeDescriptor Win32Exception
    """,
    "System.ComponentModel.DataAnnotations": """
        Compare ConcurrencyCheck CustomValidation DataType Display DisplayFormat EmailAddress IValidatableObject Key MaxLength
        MinLength Phone Range RegularExpression Required RequiredAttribute StringLength Timestamp Url ValidationAttribute
        ValidationContext ValidationException ValidationResult Validator
    """,
    "System.Diagnostics": """
        Activity ActivityContext ActivityKind ActivityListener ActivitySource ActivityStatusCode ActivityTagsCollection
        Conditional DataReceivedEventArgs Debug Debugger DebuggerDisplay DiagnosticListener DiagnosticSource Process
        ProcessStartInfo StackFrame StackTrace Stopwatch TagList Trace TraceSource
    """,
    "System.Diagnostics.CodeAnalysis": """
        AllowNull DisallowNull DoesNotReturn DynamicallyAccessedMembers ExcludeFromCodeCoverage Experimental MaybeNull
        MaybeNullWhen MemberNotNull NotNull NotNullIfNotNull NotNullWhen RequiresUnreferencedCode SetsRequiredMembers
        StringSyntax SuppressMessage UnconditionalSuppressMessage
    """,
    "System.Globalization": """
        Calendar CharUnicodeInfo CultureInfo DateTimeStyles NumberFormatInfo NumberStyles RegionInfo TextInfo UnicodeCategory
    """,
    "System.IO": """
        BinaryReader BinaryWriter BufferedStream Directory DirectoryInfo DirectoryNotFoundException DriveInfo
        EndOfStreamException EnumerationOptions File FileAccess FileAttributes FileInfo FileMode FileNotFoundException
        FileOptions FileShare FileStream FileSystemInfo FileSystemWatcher IOException InvalidDataException MemoryStream Path
        PathTooLongException SearchOption SeekOrigin Stream StreamReader StreamWriter StringReader StringWriter TextReader
        TextWriter
    """,
    "System.Linq": """
        AsyncEnumerable Enumerable IGrouping ILookup IOrderedEnumerable IOrderedQueryable IQueryProvider IQueryable Lookup
        Queryable
    """,
    "System.Linq.Expressions": """
        BinaryExpression ConstantExpression Expression ExpressionType ExpressionVisitor LambdaExpression MemberExpression
        MethodCallExpression NewExpression ParameterExpression UnaryExpression
    """,
    "System.Net": """
        Cookie CookieContainer DecompressionMethods Dns EndPoint HttpStatusCode HttpWebRequest IPAddress IPEndPoint IPNetwork
        NetworkCredential ServicePointManager WebClient WebException WebProxy WebUtility
    """,
    "System.Net.Http": """
        ByteArrayContent DelegatingHandler FormUrlEncodedContent HttpClient HttpClientHandler HttpCompletionOption HttpContent
        HttpMessageHandler HttpMessageInvoker HttpMethod HttpRequestException HttpRequestMessage HttpResponseMessage
        IHttpClientFactory MultipartFormDataContent SocketsHttpHandler StreamContent StringContent
    """,
    "System.Net.Http.Headers": """
        AuthenticationHeaderValue CacheControlHeaderValue ContentDispositionHeaderValue HttpRequestHeaders HttpResponseHeaders
        MediaTypeHeaderValue MediaTypeWithQualityHeaderValue ProductInfoHeaderValue
    """,
    "System.Net.Http.Json": """
        HttpClientJsonExtensions HttpContentJsonExtensions JsonContent
    """,
    "System.Net.Mail": """
        Attachment MailAddress MailMessage MailPriority SmtpClient
    """,
    "System.Reflection": """
        AmbiguousMatchException Assembly AssemblyName BindingFlags ConstructorInfo CustomAttributeExtensions DispatchProxy
        FieldInfo MemberInfo MethodBase MethodInfo Module ParameterInfo PropertyInfo TargetInvocationException TypeInfo
    """,
    "System.Runtime.CompilerServices": """
        CallerArgumentExpression CallerFilePath CallerLineNumber CallerMemberName CompilerGenerated ConditionalWeakTable
        ConfiguredTaskAwaitable DefaultInterpolatedStringHandler EnumeratorCancellation Extension InlineArray
        InternalsVisibleTo MethodImpl MethodImplOptions ModuleInitializer RuntimeHelpers TaskAwaiter Unsafe
    """,
    "System.Runtime.InteropServices": """
        Architecture CollectionsMarshal ComVisible DllImport GCHandle Guid InAttribute LayoutKind Marshal MarshalAs
        MemoryMarshal OSPlatform RuntimeInformation SafeHandle StructLayout UnmanagedType
    """,
    "System.Runtime.Serialization": """
        DataContract DataMember EnumMember ISerializable IgnoreDataMember OnDeserialized SerializationException
        SerializationInfo StreamingContext
    """,
    "System.Security.Claims": """
        Claim ClaimTypes ClaimValueTypes ClaimsIdentity ClaimsPrincipal
    """,
    "System.Security.Cryptography": """
        Aes AesGcm Argon2 AsymmetricAlgorithm CipherMode CryptoStream CryptoStreamMode CryptographicException
        CryptographicOperations DSA ECCurve ECDiffieHellman ECDsa HMAC HMACMD5 HMACSHA1 HMACSHA256 HMACSHA384 HMACSHA512
        HashAlgorithm HashAlgorithmName ICryptoTransform IncrementalHash MD5 Oid PaddingMode RNGCryptoServiceProvider RSA
        RSAEncryptionPadding RSAParameters RSASignaturePadding RandomNumberGenerator Rfc2898DeriveBytes SHA1 SHA256 SHA384
        SHA512 SymmetricAlgorithm
    """,
    "System.Security.Cryptography.X509Certificates": """
        OpenFlags PublicKey StoreLocation StoreName X509Certificate X509Certificate2 X509Certificate2Collection
        X509CertificateLoader X509Chain X509ContentType X509FindType X509KeyStorageFlags X509Store
    """,
    "System.Text": """
        ASCIIEncoding CompositeFormat Decoder Encoder EncoderFallback Encoding NormalizationForm Rune StringBuilder
        UTF8Encoding UnicodeEncoding
    """,
    "System.Text.Json": """
        JsonCommentHandling JsonDocument JsonDocumentOptions JsonElement JsonException JsonNamingPolicy JsonProperty
        JsonSerializer JsonSerializerDefaults JsonSerializerOptions JsonTokenType JsonValueKind JsonWriterOptions
        Utf8JsonReader Utf8JsonWriter
    """,
    "System.Text.Json.Nodes": """
        JsonArray JsonNode JsonObject JsonValue
    """,
    "System.Text.Json.Serialization": """
        JsonConstructor JsonConverter JsonConverterAttribute JsonConverterFactory JsonDerivedType JsonExtensionData JsonIgnore
        JsonIgnoreCondition JsonInclude JsonNumberHandling JsonPolymorphic JsonPropertyName JsonPropertyOrder JsonSerializable
        JsonSerializerContext JsonSourceGenerationOptions JsonStringEnumConverter JsonUnmappedMemberHandling ReferenceHandler
    """,
    "System.Text.RegularExpressions": """
        Capture GeneratedRegex Group GroupCollection Match MatchCollection MatchEvaluator Regex RegexMatchTimeoutException
        RegexOptions
    """,
    "System.Threading": """
        ApartmentState AsyncLocal AutoResetEvent Barrier CancellationToken CancellationTokenRegistration
        CancellationTokenSource CountdownEvent EventWaitHandle ExecutionContext Interlocked LazyInitializer Lock
        ManualResetEvent ManualResetEventSlim Monitor Mutex PeriodicTimer ReaderWriterLock ReaderWriterLockSlim Semaphore
        SemaphoreSlim SpinLock SpinWait SynchronizationContext Thread ThreadLocal ThreadPool ThreadPriority Timeout Timer
        TimerCallback Volatile WaitHandle
    """,
    "System.Threading.Channels": """
        BoundedChannelFullMode BoundedChannelOptions Channel ChannelReader ChannelWriter UnboundedChannelOptions
    """,
    "System.Threading.Tasks": """
        ConfigureAwaitOptions Parallel ParallelOptions Task TaskCanceledException TaskCompletionSource TaskContinuationOptions
        TaskCreationOptions TaskFactory TaskScheduler TaskStatus UnobservedTaskExceptionEventArgs ValueTask
    """,
    "System.Web": """
        HttpUtility
    """,
    "System.Xml": """
        XmlConvert XmlDocument XmlElement XmlException XmlNode XmlReader XmlReaderSettings XmlWriter XmlWriterSettings
    """,
    "System.Xml.Linq": """
        XAttribute XDocument XElement XName XNamespace XNode
    """,
    "System.Data": """
        CommandBehavior CommandType ConnectionState DBConcurrencyException DataColumn DataRow DataSet DataTable DbType
        IDataReader IDbCommand IDbConnection IDbTransaction IsolationLevel ParameterDirection SqlDbType
    """,
    "System.Data.Common": """
        DbCommand DbConnection DbConnectionStringBuilder DbDataReader DbDataSource DbException DbParameter DbTransaction
    """,
    "Microsoft.AspNetCore.Authorization": """
        AllowAnonymous AllowAnonymousAttribute AuthorizationBuilder AuthorizationHandler AuthorizationHandlerContext
        AuthorizationOptions AuthorizationPolicy AuthorizationPolicyBuilder AuthorizationResult Authorize AuthorizeAttribute
        DefaultAuthorizationPolicyProvider IAuthorizationHandler IAuthorizationPolicyProvider IAuthorizationRequirement
        IAuthorizationService IAuthorizeData
    """,
    "Microsoft.AspNetCore.Builder": """
        ApplicationBuilder ConfigureHostBuilder ConfigureWebHostBuilder CookiePolicyOptions EndpointBuilder
        ExceptionHandlerOptions ForwardedHeadersOptions IApplicationBuilder IEndpointConventionBuilder
        RequestLocalizationOptions RouteHandlerBuilder StaticFileOptions WebApplication WebApplicationBuilder
        WebApplicationOptions
    """,
    "Microsoft.AspNetCore.Hosting": """
        IStartup IStartupFilter IWebHost IWebHostBuilder IWebHostEnvironment WebHostBuilder WebHostBuilderContext
    """,
    "Microsoft.AspNetCore.Http": """
        AsParameters BadHttpRequestException CookieBuilder CookieOptions CookieSecurePolicy DefaultHttpContext Endpoint
        EndpointFilterDelegate EndpointFilterInvocationContext FormCollection FormFile FormFileCollection HeaderDictionary
        HostString HttpContext HttpContextAccessor HttpMethods HttpRequest HttpResponse HttpValidationProblemDetails
        IEndpointFilter IFormCollection IFormFile IFormFileCollection IHeaderDictionary IHttpContextAccessor IMiddleware
        IProblemDetailsService IQueryCollection IRequestCookieCollection IResponseCookies IResult ISession PathString
        ProblemDetailsContext QueryCollection QueryString RequestDelegate Results SameSiteMode StatusCodes TypedResults
    """,
    "Microsoft.AspNetCore.Http.HttpResults": """
        Accepted AcceptedAtRoute BadRequest ChallengeHttpResult Conflict ContentHttpResult Created CreatedAtRoute
        EmptyHttpResult FileContentHttpResult FileStreamHttpResult ForbidHttpResult InternalServerError JsonHttpResult
        NoContent NotFound Ok PhysicalFileHttpResult ProblemHttpResult RedirectHttpResult RedirectToRouteHttpResult Results
        SignInHttpResult SignOutHttpResult StatusCodeHttpResult UnauthorizedHttpResult UnprocessableEntity
        Utf8ContentHttpResult ValidationProblem VirtualFileHttpResult
    """,
    "Microsoft.AspNetCore.Mvc": """
        AcceptVerbs AcceptedResult ActionContext ActionName ActionNameAttribute ActionResult ApiBehaviorOptions ApiController
        ApiControllerAttribute ApiConventionMethod ApiExplorerSettings ApiVersion Area AreaAttribute BadRequestObjectResult
        BadRequestResult Bind BindProperty BindRequired ChallengeResult Consumes ConsumesAttribute ContentResult Controller
        ControllerBase ControllerContext CreatedAtActionResult CreatedAtRouteResult CreatedResult DefaultApiConventions
        DisableRequestSizeLimit EmptyResult EndpointSummary FileContentResult FileResult FileStreamResult ForbidResult
        FromBody FromBodyAttribute FromForm FromHeader FromQuery FromQueryAttribute FromRoute FromServices HttpDelete
        HttpDeleteAttribute HttpGet HttpGetAttribute HttpHead HttpOptions HttpPatch HttpPost HttpPostAttribute HttpPut
        HttpPutAttribute IActionResult IUrlHelper IgnoreAntiforgeryToken JsonOptions JsonResult LocalRedirectResult
        ModelBinder ModelMetadataType MvcOptions NoContentResult NonAction NotFoundObjectResult NotFoundResult ObjectResult
        OkObjectResult OkResult PartialViewResult PhysicalFileResult ProblemDetails Produces ProducesAttribute
        ProducesDefaultResponseType ProducesResponseType ProducesResponseTypeAttribute RedirectResult RedirectToActionResult
        RedirectToPageResult RedirectToRouteResult RemoteAttribute RequestSizeLimit RequireHttps ResponseCache Route
        RouteAttribute ServiceFilter SignInResult SkipStatusCodePages StatusCodeResult TempData TempDataAttribute TypeFilter
        TypeFilterAttribute UnauthorizedObjectResult UnauthorizedResult UnprocessableEntityObjectResult
        ValidateAntiForgeryToken ValidationProblemDetails ViewComponent ViewComponentResult ViewResult VirtualFileResult
    """,
    "Microsoft.AspNetCore.Mvc.Filters": """
        ActionExecutedContext ActionExecutingContext ActionExecutionDelegate ActionFilterAttribute AuthorizationFilterContext
        ExceptionContext ExceptionFilterAttribute FilterCollection IActionFilter IAsyncActionFilter IAsyncAuthorizationFilter
        IAsyncExceptionFilter IAsyncResourceFilter IAsyncResultFilter IAuthorizationFilter IExceptionFilter IFilterFactory
        IFilterMetadata IOrderedFilter IResourceFilter IResultFilter ResourceExecutedContext ResourceExecutingContext
        ResourceExecutionDelegate ResultExecutedContext ResultExecutingContext ResultExecutionDelegate ResultFilterAttribute
    """,
    "Microsoft.AspNetCore.Mvc.RazorPages": """
        PageContext PageConventionCollection PageModel PageResult RazorPagesOptions
    """,
    "Microsoft.AspNetCore.Mvc.Rendering": """
        HtmlHelperPartialExtensions IHtmlContent IHtmlHelper MultiSelectList SelectList SelectListGroup SelectListItem
        TagBuilder ViewContext
    """,
    "Microsoft.AspNetCore.Routing": """
        EndpointDataSource EndpointNameMetadata IEndpointRouteBuilder IRouter LinkGenerator RouteBuilder RouteContext
        RouteData RouteEndpoint RouteGroupBuilder RouteOptions RouteValueDictionary
    """,
    "Microsoft.AspNetCore.SignalR": """
        DefaultUserIdProvider Hub HubCallerContext HubException HubOptions IClientProxy IGroupManager IHubCallerClients
        IHubClients IHubContext IUserIdProvider
    """,
    "Microsoft.AspNetCore.Identity": """
        DataProtectorTokenProvider ExternalLoginInfo IEmailSender IPasswordHasher IPasswordValidator IRoleStore
        IUserClaimsPrincipalFactory IUserConfirmation IUserEmailStore IUserPasswordStore IUserRoleStore
        IUserSecurityStampStore IUserStore IUserTwoFactorStore IUserTwoFactorTokenProvider IUserValidator IdentityBuilder
        IdentityConstants IdentityError IdentityErrorDescriber IdentityOptions IdentityResult IdentityRole IdentityRoleClaim
        IdentityUser IdentityUserClaim IdentityUserLogin IdentityUserRole IdentityUserToken LockoutOptions PasswordHasher
        PasswordOptions PasswordVerificationResult PersonalData PersonalDataAttribute RoleManager SignInManager SignInResult
        TokenOptions UserClaimsPrincipalFactory UserLoginInfo UserManager
    """,
    "Microsoft.EntityFrameworkCore": """
        AutoTransactionBehavior ChangeTrackingStrategy Comment DbContext DbContextOptions DbContextOptionsBuilder DbFunctions
        DbFunctionsExtensions DbSet DbUpdateConcurrencyException DbUpdateException DeleteBehavior EF
        EntityFrameworkQueryableExtensions EntityState EntityTypeConfigurationAttribute IDbContextFactory
        IEntityTypeConfiguration Index IndexAttribute Keyless ModelBuilder ModelConfigurationBuilder
        NpgsqlDbContextOptionsBuilderExtensions Owned OwnedAttribute Precision PrimaryKey PropertyAccessMode
        QueryTrackingBehavior RelationalDatabaseFacadeExtensions SqlServerDbContextOptionsExtensions Unicode ValueConverter
    """,
    "Microsoft.EntityFrameworkCore.ChangeTracking": """
        ChangeTracker CollectionEntry EntityEntry EntityEntryEventArgs EntityStateChangedEventArgs PropertyEntry
        ReferenceEntry ValueComparer
    """,
    "Microsoft.EntityFrameworkCore.Design": """
        IDesignTimeDbContextFactory IDesignTimeServices
    """,
    "Microsoft.EntityFrameworkCore.Diagnostics": """
        CommandEventData CoreEventId DbCommandInterceptor DbContextEventData ISaveChangesInterceptor InMemoryEventId
        InterceptionResult RelationalEventId SaveChangesCompletedEventData SaveChangesInterceptor WarningBehavior
    """,
    "Microsoft.EntityFrameworkCore.Infrastructure": """
        DatabaseFacade DbContext DbContextAttribute DbContextOptionsExtensionInfo IDbContextOptionsExtension IInfrastructure
        ModelSnapshot
    """,
    "Microsoft.EntityFrameworkCore.Metadata": """
        IEntityType IMutableEntityType IMutableForeignKey IMutableModel IMutableProperty INavigation IProperty
        IReadOnlyEntityType
    """,
    "Microsoft.EntityFrameworkCore.Metadata.Builders": """
        CollectionNavigationBuilder ComplexPropertyBuilder DataBuilder EntityTypeBuilder IConventionModelBuilder IndexBuilder
        KeyBuilder OwnedNavigationBuilder PropertyBuilder ReferenceCollectionBuilder ReferenceNavigationBuilder
        ReferenceReferenceBuilder TableBuilder
    """,
    "Microsoft.EntityFrameworkCore.Migrations": """
        IMigrationsSqlGenerator Migration MigrationAttribute MigrationBuilder ReferentialAction
    """,
    "Microsoft.EntityFrameworkCore.Storage": """
        ExecutionStrategy IDatabaseCreator IDbContextTransaction IExecutionStrategy IRelationalDatabaseCreator
        IRelationalTypeMappingSource ValueConversion
    """,
    "Microsoft.EntityFrameworkCore.Storage.ValueConversion": """
        BoolToStringConverter ConverterMappingHints EnumToStringConverter ValueConverter ValueConverterSelector
    """,
    "Microsoft.Extensions.Caching.Distributed": """
        DistributedCacheEntryOptions DistributedCacheExtensions IDistributedCache
    """,
    "Microsoft.Extensions.Caching.Memory": """
        CacheItemPriority EvictionReason ICacheEntry IMemoryCache MemoryCache MemoryCacheEntryOptions MemoryCacheOptions
        PostEvictionDelegate
    """,
    "Microsoft.Extensions.Configuration": """
        ConfigurationBinder ConfigurationBuilder ConfigurationKeyName ConfigurationManager ConfigurationPath
        ConfigurationProvider ConfigurationRoot IConfiguration IConfigurationBuilder IConfigurationManager
        IConfigurationProvider IConfigurationRoot IConfigurationSection IConfigurationSource
    """,
    "Microsoft.Extensions.DependencyInjection": """
        ActivatorUtilities AsyncServiceScope FromKeyedServices FromKeyedServicesAttribute IHealthChecksBuilder
        IHttpClientBuilder IKeyedServiceProvider IMvcBuilder IMvcCoreBuilder IServiceCollection IServiceProviderFactory
        IServiceProviderIsService IServiceScope IServiceScopeFactory ISignalRServerBuilder ServiceCollection ServiceDescriptor
        ServiceLifetime ServiceProvider ServiceProviderOptions
    """,
    "Microsoft.Extensions.Diagnostics.HealthChecks": """
        HealthCheckContext HealthCheckRegistration HealthCheckResult HealthCheckService HealthReport HealthReportEntry
        HealthStatus IHealthCheck
    """,
    "Microsoft.Extensions.Hosting": """
        BackgroundService BackgroundServiceExceptionBehavior ConsoleLifetimeOptions Environments Host HostApplicationBuilder
        HostBuilder HostBuilderContext HostOptions HostingEnvironmentExtensions IHost IHostApplicationBuilder
        IHostApplicationLifetime IHostBuilder IHostEnvironment IHostedLifecycleService IHostedService
    """,
    "Microsoft.Extensions.Logging": """
        EventId IExternalScopeProvider ILogger ILoggerFactory ILoggerProvider ILoggingBuilder LogDefineOptions LogLevel Logger
        LoggerExtensions LoggerFactory LoggerMessage LoggerMessageAttribute
    """,
    "Microsoft.Extensions.Logging.Abstractions": """
        LogEntry NullLogger NullLoggerFactory NullLoggerProvider
    """,
    "Microsoft.Extensions.Options": """
        ConfigureNamedOptions ConfigureOptions IConfigureNamedOptions IConfigureOptions IOptions IOptionsChangeTokenSource
        IOptionsFactory IOptionsMonitor IOptionsSnapshot IPostConfigureOptions IValidateOptions Options OptionsBuilder
        OptionsManager OptionsWrapper ValidateOptionsResult
    """,
    "MediatR": """
        IBaseRequest IMediator INotification INotificationHandler INotificationPublisher IPipelineBehavior IPublisher IRequest
        IRequestExceptionHandler IRequestHandler ISender IStreamRequest IStreamRequestHandler Mediator
        NotificationHandlerExecutor RequestHandlerDelegate Unit
    """,
    "AutoMapper": """
        AutoMap AutoMapperMappingException IConfigurationProvider IMapper IMapperConfigurationExpression IMappingAction
        IMappingExpression IMappingOperationOptions IMemberValueResolver ISourceMemberMappingExpression ITypeConverter
        IValueResolver IgnoreMap Mapper MapperConfiguration MapperConfigurationExpression MemberList Profile ResolutionContext
    """,
    "FluentValidation": """
        AbstractValidator ApplyConditionTo AsyncValidatorInvokedSynchronouslyException CascadeMode IRuleBuilder
        IRuleBuilderInitial IRuleBuilderOptions IRuleBuilderOptionsConditions IValidationContext IValidator InlineValidator
        PropertyValidator Severity ValidationContext ValidationException ValidatorOptions
    """,
    "Newtonsoft.Json": """
        DateFormatHandling DateTimeZoneHandling DefaultValueHandling Formatting JsonArray JsonConstructor JsonConvert
        JsonConverter JsonException JsonExtensionData JsonIgnore JsonObject JsonProperty JsonReader JsonReaderException
        JsonSerializationException JsonSerializer JsonSerializerSettings JsonTextReader JsonTextWriter JsonToken JsonWriter
        MemberSerialization MissingMemberHandling NullValueHandling ReferenceLoopHandling Required StringEscapeHandling
        TypeNameHandling
    """,
    "Newtonsoft.Json.Linq": """
        JArray JContainer JObject JProperty JToken JTokenReader JTokenType JValue
    """,
    "Xunit": """
        Assert ClassData Collection CollectionAttribute CollectionDefinition CollectionDefinitionAttribute
        DisableDiscoveryEnumeration Fact FactAttribute IAsyncLifetime IClassFixture ICollectionFixture ITestOutputHelper
        InlineData InlineDataAttribute MemberData MemberDataAttribute Record Skip SkippableFact TestContext Theory
        TheoryAttribute TheoryData Trait TraitAttribute
    """,
    "Xunit.Abstractions": """
        IMessageSink ITest ITestCase ITestOutputHelper IXunitSerializable IXunitSerializationInfo
    """,
    "NUnit.Framework": """
        Assert Assume Category CollectionAssert Combinatorial Description Does Explicit FixtureLifeCycle Has Ignore Is
        LifeCycle NonParallelizable OneTimeSetUp OneTimeTearDown Order ParallelScope Parallelizable Property Range Repeat
        Retry SetUp SetUpFixture StringAssert TearDown Test TestAction TestCase TestCaseData TestCaseSource TestContext
        TestFixture Throws Timeout Values
    """,
    "Microsoft.VisualStudio.TestTools.UnitTesting": """
        AssemblyCleanup AssemblyInitialize Assert AssertFailedException ClassCleanup ClassInitialize CollectionAssert DataRow
        DataTestMethod Description DynamicData ExecutionScope ExpectedException Ignore Owner Parallelize Priority StringAssert
        TestCategory TestClass TestCleanup TestContext TestInitialize TestMethod Timeout
    """,
    "Moq": """
        Callback Capture DefaultValue IInvocation ISetup It ItExpr Mock MockBehavior MockException MockRepository MockSequence
        Range ReturnsExtensions SetupExtensions Times
    """,
    "NSubstitute": """
        Arg CallInfo ClearExtensions Quantity Raise Received Returns Substitute SubstituteExtensions
    """,
    "Dapper": """
        CommandDefinition CommandFlags CustomPropertyTypeMap DbString DynamicParameters IDynamicParameters SqlMapper
    """,
    "Swashbuckle.AspNetCore.Annotations": """
        SwaggerIgnore SwaggerOperation SwaggerParameter SwaggerRequestBody SwaggerResponse SwaggerSchema SwaggerTag
    """,
    "Microsoft.OpenApi.Models": """
        OpenApiComponents OpenApiContact OpenApiDocument OpenApiExternalDocs OpenApiInfo OpenApiLicense OpenApiMediaType
        OpenApiOAuthFlow OpenApiOAuthFlows OpenApiOperation OpenApiParameter OpenApiPathItem OpenApiPaths OpenApiReference
        OpenApiRequestBody OpenApiResponse OpenApiSchema OpenApiSecurityRequirement OpenApiSecurityScheme OpenApiServer
        OpenApiTag OperationType ParameterLocation ReferenceType SecuritySchemeType
    """,
}  # fmt: skip
KNOWN: dict[str, frozenset[str]] = {space: frozenset(names.split()) for space, names in _TYPES.items()}
