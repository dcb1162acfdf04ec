using System.Net.Http.Json;
using System.Text.Json;
using Microsoft.Kiota.Abstractions.Authentication;
using Microsoft.Kiota.Http.HttpClientLibrary;
using Oms;

var gateway = Environment.GetEnvironmentVariable("OMS_URL") ?? "http://127.0.0.1:8080";
var clientId = Environment.GetEnvironmentVariable("OMS_CLIENT_ID") ?? "demo";
var clientSecret = Environment.GetEnvironmentVariable("OMS_CLIENT_SECRET") ?? "demo-secret";

var authentication = new BaseBearerTokenAuthenticationProvider(new ClientToken(gateway, clientId, clientSecret));
using var adapter = new HttpClientRequestAdapter(authentication) { BaseUrl = gateway };
var oms = new OmsClient(adapter);

var id = $"dotnet-{Guid.NewGuid()}";
var created = await oms.Api.Orders.PostAsync(
    new()
    {
        Id = id,
        StoreId = "Oslo-01",
        MarketId = "NOR",
        OrderType = "Online",
        Status = "New",
        OrderForm = new()
        {
            LineItems = [new() { LineItemId = "1", Code = "CUP", DisplayName = "Cup", Quantity = 2, PlacedPrice = 125, TaxRate = 25 }],
        },
    },
    // The same key when the call is repeated: a lost response never makes a second order.
    request => request.Headers.Add("Idempotency-Key", id));
Console.WriteLine(created?.Id);

var order = await oms.Api.Orders[id].GetAsync();
Console.WriteLine(order?.Total);

var found = await oms.Api.Orders.Search.PostAsync(new() { SelectedStores = ["Oslo-01"], Take = 10 });
Console.WriteLine(found?.TotalHits);

var result = await oms.Api.Orders[id].UpdateStatus.PostAsync(
    new() { Status = "Completed" },
    request => request.Headers.Add("Idempotency-Key", $"{id}-completed"));
Console.WriteLine(result?.Order?.Status);

/// <summary>The token of an API client, fetched again a minute before it expires.</summary>
internal sealed class ClientToken(string gateway, string clientId, string clientSecret) : IAccessTokenProvider
{
    private static readonly HttpClient Http = new();
    private string token = "";
    private DateTimeOffset validUntil = DateTimeOffset.MinValue;

    public AllowedHostsValidator AllowedHostsValidator { get; } = new();

    public async Task<string> GetAuthorizationTokenAsync(
        Uri uri,
        Dictionary<string, object>? additionalAuthenticationContext = null,
        CancellationToken cancellationToken = default)
    {
        if (DateTimeOffset.UtcNow < validUntil) return token;
        using var response = await Http.PostAsJsonAsync(
            $"{gateway}/api/Token", new { clientId, clientSecret, returnAsJson = true }, cancellationToken);
        response.EnsureSuccessStatusCode();
        var body = await response.Content.ReadFromJsonAsync<JsonElement>(cancellationToken);
        validUntil = DateTimeOffset.UtcNow.AddSeconds(body.GetProperty("expiresIn").GetInt32() - 60);
        return token = body.GetProperty("accessToken").GetString() ?? throw new InvalidOperationException("There is no token.");
    }
}
